/** The nearest rank, as percentile_disc has it: a length of time that really was. */
export function percentilesOf(lengthsMs: readonly number[]) {
  const sorted = [...lengthsMs].sort((a, b) => a - b);
  const at = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  return { n: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
