/** The weeks' reviews in memory. */

import { type Decision, decisionsMax } from "@/lib/review/decision";
import type { Review, ReviewContent } from "@/lib/review/review";
import type { ReviewStore, SeenDraft } from "@/lib/review/review-store";

type Kept = { review: Review; snapshot: ReviewContent | null; clicks: string[] };

export function memoryReviewStore(now: () => number): ReviewStore {
  const reviews: Kept[] = [];
  const decisions = new Map<string, Decision>();
  const versions = (week: string) =>
    reviews.filter(({ review }) => review.week === week).sort((a, b) => b.review.version - a.review.version);
  const draft = ({ week, version, revision }: SeenDraft) =>
    versions(week).find(
      ({ review }) => review.version === version && review.revision === revision && review.state === "draft",
    );
  const wasClicked = (week: string, click: string) => versions(week).some(({ clicks }) => clicks.includes(click));
  const newest = (week: string) => versions(week)[0];
  const blank = { revision: 1, frozenAt: null, frozenBy: null } as const;
  return {
    async open({ id, week }) {
      const known = newest(week);
      if (known) return { review: structuredClone(known.review), made: false };
      const first = { paragraph: null, paragraphBy: null, note: null, createdAt: now() };
      const review: Review = { id, week, version: 1, state: "draft", ...blank, ...first };
      reviews.push({ review, snapshot: null, clicks: [] });
      return { review: structuredClone(review), made: true };
    },
    listVersions: async (week) => structuredClone(versions(week).map(({ review }) => review)),
    readSnapshot: async (week, version) =>
      structuredClone(versions(week).find(({ review }) => review.version === version)?.snapshot ?? null),
    async listWeeks(limit) {
      const weeks = [...new Set(reviews.map(({ review }) => review.week))].sort().reverse().slice(0, limit);
      return structuredClone(weeks.flatMap((week) => newest(week)?.review ?? []));
    },

    async setParagraph({ paragraph, by, ...seen }) {
      if (wasClicked(seen.week, seen.click)) return true;
      const kept = draft(seen);
      if (!kept) return false;
      kept.clicks.push(seen.click);
      const paragraphBy = paragraph === null ? null : by;
      Object.assign(kept.review, { paragraph, paragraphBy, revision: kept.review.revision + 1 });
      return true;
    },
    async freeze({ snapshot, by, ...seen }) {
      if (wasClicked(seen.week, seen.click)) return true;
      const kept = draft(seen);
      if (!kept) return false;
      kept.clicks.push(seen.click);
      Object.assign(kept.review, { state: "frozen", frozenAt: now(), frozenBy: by });
      kept.snapshot = structuredClone(snapshot);
      return true;
    },
    async amend({ id, week, version, note }) {
      if (reviews.some(({ review }) => review.id === id)) return true;
      const kept = newest(week);
      if (kept?.review.version !== version || kept.review.state !== "frozen") return false;
      const { paragraph, paragraphBy } = kept.review;
      const written = { paragraph, paragraphBy, note, createdAt: now() };
      reviews.push({
        review: { id, week, version: version + 1, state: "draft", ...blank, ...written },
        snapshot: null,
        clicks: [],
      });
      return true;
    },

    async addDecision(asked) {
      const known = decisions.get(asked.id);
      if (known) return { added: true, decision: structuredClone(known) };
      const review = newest(asked.week)?.review;
      if (!review) return { added: false, why: "review_not_found" };
      if (review.state === "frozen") return { added: false, why: "review_frozen" };
      const ofWeek = [...decisions.values()].filter(({ week }) => week === asked.week);
      if (ofWeek.length >= decisionsMax) return { added: false, why: "decisions_full" };
      const decision: Decision = { ...asked, decidedAt: now(), doneBy: null, doneAt: null };
      decisions.set(asked.id, decision);
      review.revision += 1;
      return { added: true, decision: structuredClone(decision) };
    },
    findDecision: async (id) => structuredClone(decisions.get(id) ?? null),
    async dropDecision({ id, week, click }) {
      if (wasClicked(week, click)) return true;
      const kept = newest(week);
      if (kept?.review.state !== "draft" || decisions.get(id)?.week !== week) return false;
      kept.review.revision += 1;
      kept.clicks.push(click);
      return decisions.delete(id);
    },
    async markDecision({ id, done, by }) {
      const decision = decisions.get(id);
      if (!decision || (decision.doneAt !== null) === done) return false;
      Object.assign(decision, done ? { doneAt: now(), doneBy: by } : { doneAt: null, doneBy: null });
      return true;
    },
    listDecisions: async ({ from, to }) =>
      structuredClone(
        [...decisions.values()]
          .filter(({ week }) => week >= from && week <= to)
          .sort((a, b) =>
            a.week < b.week ? -1 : a.week > b.week ? 1 : a.decidedAt - b.decidedAt || (a.id < b.id ? -1 : 1),
          ),
      ),
  };
}
