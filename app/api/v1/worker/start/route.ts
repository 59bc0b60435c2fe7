import { agentRoute } from "@/lib/api/agent/agent-route";
import { start } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(start);
