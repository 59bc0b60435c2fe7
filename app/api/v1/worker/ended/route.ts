import { agentRoute } from "@/lib/api/agent/agent-route";
import { ended } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(ended);
