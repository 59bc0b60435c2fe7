import { agentRoute } from "@/lib/api/agent/agent-route";
import { probe } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(probe);
