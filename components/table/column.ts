import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** A width class such as "w-40"; without it the column takes what its content needs. */
  width?: string;
  /**
   * What becomes of it in a phone's card: `title` stands alone at the top, `plain` has no label (chips), `field` is
   * labelled with the header, `none` is left out.
   */
  card?: "title" | "plain" | "field" | "none";
};
