import { agentRoute } from "@/lib/api/agent/agent-route";
import { unsettled } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(unsettled);
