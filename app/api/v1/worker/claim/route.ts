import { agentRoute } from "@/lib/api/agent/agent-route";
import { claim } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(claim);
