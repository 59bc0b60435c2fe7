import { agentRoute } from "@/lib/api/agent/agent-route";
import { heartbeat } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(heartbeat);
