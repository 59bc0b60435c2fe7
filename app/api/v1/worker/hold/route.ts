import { agentRoute } from "@/lib/api/agent/agent-route";
import { hold } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(hold);
