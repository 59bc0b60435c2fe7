import { agentRoute } from "@/lib/api/agent/agent-route";
import { probeReport } from "@/lib/api/agent/worker-calls";

export const POST = agentRoute(probeReport);
