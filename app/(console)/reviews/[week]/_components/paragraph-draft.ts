/** What somebody is writing, beside the paragraph that they began from: whatever else changes on the page leaves it alone. */

import type { Content } from "./review-view";

type Paragraph = Pick<Content, "paragraph" | "paragraphBy">;
export type Draft = { text: string; from: Paragraph };

export const beginDraft = ({ paragraph, paragraphBy }: Paragraph): Draft => ({
  text: paragraph,
  from: { paragraph, paragraphBy },
});

/** Another person's words, which saving would replace; null when nobody wrote meanwhile. The figures' own are no loss. */
export function overtakenBy({ from }: Draft, now: Paragraph): { by: string; text: string } | null {
  const { paragraph, paragraphBy } = now;
  if (paragraphBy === null || (paragraph === from.paragraph && paragraphBy === from.paragraphBy)) return null;
  return { by: paragraphBy, text: paragraph };
}
