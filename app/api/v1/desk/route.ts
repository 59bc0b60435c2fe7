import { DeskView } from "@/lib/api/contract/destination";
import { route } from "@/lib/api/route";
import { readDesk } from "@/lib/engine/read-desk";

export const GET = route({ answer: DeskView, handle: ({ engine }) => readDesk(engine) });
