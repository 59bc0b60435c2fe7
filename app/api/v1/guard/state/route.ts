import { agentRoute } from "@/lib/api/agent/agent-route";
import { guardState } from "@/lib/api/agent/guard-calls";

export const POST = agentRoute(guardState);
