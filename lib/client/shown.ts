/** What the API says, as screens may show it: no text of an agent reorders or hides what stands around it. */

import { visibleJson } from "@/lib/visible-text";

/**
 * JSON that is edited, compared or copied as it is stored; what draws it marks its texts as it does. `response` is what a
 * destination answered, `body` a checkpoint, `shown`, `before`, `after` and `answer` what commands keep.
 */
const exact: ReadonlySet<string> = new Set(["payload", "response", "body", "shown", "before", "after", "answer"]);

export const shown = (answer: unknown): unknown => visibleJson(answer, exact);
