/** What all parts of the contract share. Times are milliseconds since the epoch, on the database's clock. */

import { z } from "zod";

export const Id = z.uuid();
export const Time = z.number();
export const Role = z.enum(["viewer", "operator", "approver", "lead", "admin"]);

/** One list page; `next` is the cursor of the following one, null on the last. */
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), next: z.string().nullable() });

/** Query strings carry lists as "a,b". */
export const listOf = <T extends string>(values: readonly [T, ...T[]]) =>
  z
    .string()
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(z.enum(values)));

export const PageAsk = z.object({
  cursor: z.string().max(400).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
});

/** Rows are found by it: at most 255 bytes of valid Unicode without NUL, which no row can hold. */
const findable = (text: string): boolean => !text.includes("\u0000") && new TextEncoder().encode(text).length <= 255;
export const Identifier = z.string().min(1).refine(findable, "At most 255 bytes, without NUL.");
/** What somebody types to find rows; may be empty. */
export const SearchText = z.string().refine(findable, "At most 255 bytes, without NUL.");

/** Half-open: from <= t < to. */
export const RangeAsk = z.object({
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
});

/** Why the person presses the button; shown on the run and in the review. */
export const Reason = z.string().trim().min(3, "Say in a few words why.").max(2_000);

/** Made by the browser for each click; the same click twice is one command. */
export const Nonce = z.uuid();

/** A refused request, after RFC 9457. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  /** What the person needs to go on: who won, the new plan, the fields that are wrong. */
  facts: z.unknown().optional(),
});
export type Problem = z.infer<typeof Problem>;
