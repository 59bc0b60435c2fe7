/** A zod schema, anything else with `parse`, or a function: it returns the value as the code may use it, or throws. */

export type Schema<T> = { parse(value: unknown): T } | ((value: unknown) => T);

export const parseWith = <T>(schema: Schema<T>, value: unknown): T =>
  typeof schema === "function" ? schema(value) : schema.parse(value);

/** A schema that refuses its own results, as one that changes them may, cannot judge an edit of one: null then, too. */
export function misfit(schema: Schema<unknown>, edited: unknown, asked: unknown): string | null {
  const why = refusal(schema, edited);
  return why === null || refusal(schema, asked) !== null ? null : why;
}

function refusal(schema: Schema<unknown>, value: unknown): string | null {
  try {
    parseWith(schema, value);
    return null;
  } catch (error) {
    return inWords(error);
  }
}

/** Zod and others of its kind bring a list of issues, whose message alone is JSON. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const issues = "issues" in error && Array.isArray(error.issues) ? error.issues : [];
  const lines = issues.flatMap((issue: { path?: unknown; message?: unknown }) => {
    const path = Array.isArray(issue?.path) ? issue.path.map(String).join(".") : "";
    return typeof issue?.message === "string" ? [path === "" ? issue.message : `${path}: ${issue.message}`] : [];
  });
  return lines.length === 0 ? error.message : lines.join("; ");
}
