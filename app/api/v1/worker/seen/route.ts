import { agentRoute } from "@/lib/api/agent/agent-route";
import { seen } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(seen);
