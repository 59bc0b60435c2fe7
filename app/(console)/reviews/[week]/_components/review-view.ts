import type { ReviewView } from "@/lib/api/contract/review";

export type View = ReviewView;
export type Content = ReviewView["content"];
export type Decision = Content["decisions"][number];
export type FigureRow = Content["figures"][number];
