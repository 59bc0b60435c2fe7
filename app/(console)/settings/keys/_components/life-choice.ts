/** How long a key lives, as people choose it. */

const dayMs = 24 * 60 * 60 * 1000;

export const lifeOptions = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "never", label: "Never expires" },
] as const;
export type Life = (typeof lifeOptions)[number]["value"];

export const lifeMs = (life: Life): number | null => (life === "never" ? null : Number(life) * dayMs);
