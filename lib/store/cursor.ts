/**
 * The opaque place of a row in a list ordered by a time and an id. Microseconds, because that is what Postgres keeps:
 * with milliseconds, rows made in the same one would be skipped or shown twice.
 */

export type Cursor = { micros: string; id: string };

export class BadCursor extends Error {
  override name = "BadCursor";
  readonly code = "bad_cursor";
}

const shape = /^(-?\d{1,18})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const cursorText = ({ micros, id }: Cursor): string => Buffer.from(`${micros}.${id}`).toString("base64url");

/** Throws BadCursor for anything that cursorText did not write. */
export function parseCursor(text: string): Cursor {
  const [, micros, id] = shape.exec(Buffer.from(text, "base64url").toString()) ?? [];
  if (micros === undefined || id === undefined || cursorText({ micros, id }) !== text) {
    throw new BadCursor("The cursor was not made by this list.");
  }
  return { micros, id };
}
