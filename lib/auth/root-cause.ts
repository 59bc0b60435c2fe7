/** The innermost error: what the database said, without the statement and its values, which may be session tokens. */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;
}
