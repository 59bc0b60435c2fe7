import { agentRoute } from "@/lib/api/agent/agent-route";
import { register } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(register);
