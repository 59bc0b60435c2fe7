import { countedMax } from "@/lib/ledger/destination";

/** A count of the figures of a destination, which end somewhere. */
export const countText = (count: number): string =>
  count > countedMax ? `more than ${countedMax.toLocaleString("en")}` : `${count}`;
