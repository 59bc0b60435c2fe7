import { agentRoute } from "@/lib/api/agent/agent-route";
import { begin } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(begin);
