/** A zod schema, anything else with `parse`, or a function: it returns the value as the code may use it, or throws. */

export type Schema<T> = { parse(value: unknown): T } | ((value: unknown) => T);

export const parseWith = <T>(schema: Schema<T>, value: unknown): T =>
  typeof schema === "function" ? schema(value) : schema.parse(value);
