/** The half-open time range of a list that shows what a figure counted; without bounds, all of time. */

export const rangeOf = (query: { from?: number; to?: number }): { from: number; to: number } => ({
  from: query.from ?? 0,
  to: query.to ?? Date.now() + 24 * 60 * 60 * 1000,
});
