import { agentRoute } from "@/lib/api/agent/agent-route";
import { learned } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(learned);
