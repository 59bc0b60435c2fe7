import { agentRoute } from "@/lib/api/agent/agent-route";
import { guardReport } from "@/lib/api/agent/guard-calls";

export const POST = agentRoute(guardReport);
