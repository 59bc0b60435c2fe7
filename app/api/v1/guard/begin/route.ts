import { agentRoute } from "@/lib/api/agent/agent-route";
import { guardBegin } from "@/lib/api/agent/guard-calls";

export const POST = agentRoute(guardBegin);
