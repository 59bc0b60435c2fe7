/** "act_9f3a1c": the end of a UUIDv7, as its beginning is the time and equal for all that were made together. */
export function shortId(kind: "run" | "act" | "apr" | "exec" | "wrk" | "inc", id: string): string {
  return `${kind}_${id.slice(-6)}`;
}
