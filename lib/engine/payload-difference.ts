/** Where two payloads differ, with both values: what a person must see before choosing between them. */

import { type Difference, differences, type Json } from "@/lib/ledger/fingerprint";

/** Both are JSON text; null for one that was purged. */
export function differenceOf(before: string | null, after: string | null): Difference[] {
  if (before === null || after === null) return [];
  // Both texts were written by JSON.stringify.
  return differences(JSON.parse(before) as Json, JSON.parse(after) as Json);
}
