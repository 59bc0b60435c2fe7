import { agentRoute } from "@/lib/api/agent/agent-route";
import { record } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(record);
