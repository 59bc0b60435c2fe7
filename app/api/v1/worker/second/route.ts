import { agentRoute } from "@/lib/api/agent/agent-route";
import { second } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(second);
