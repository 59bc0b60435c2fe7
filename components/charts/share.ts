/** Below this a percentage pretends to know more than it does. */
export const shareMinimum = 10;

/** "18 of 19 (95 %)"; without the percentage while n is small, and never rounded up to "100 %" or down to "0 %". */
export function formatShare(part: number, whole: number): string {
  const counts = `${part} of ${whole}`;
  if (whole < shareMinimum) return counts;
  const exact = (part / whole) * 100;
  const rounded = Math.round(exact);
  const honest = rounded === 100 && part < whole ? "> 99" : rounded === 0 && part > 0 ? "< 1" : `${rounded}`;
  return `${counts} (${honest} %)`;
}
