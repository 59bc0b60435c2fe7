/** A destination's title is written as in the middle of a sentence: "the escalation queue", "Stripe". */

/** Where a sentence starts with it: "The escalation queue". */
export const atStart = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

/** Where it stands alone, in a column or a heading: "Escalation queue". */
export const alone = (title: string): string => atStart(title.replace(/^the /i, ""));
