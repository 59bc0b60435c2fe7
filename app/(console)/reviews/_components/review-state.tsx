import { Hourglass, Lock, PencilLine } from "lucide-react";
import { StateChip, type StateLook } from "@/components/ui/state-chip";
import type { ReviewView } from "@/lib/api/contract/review";

type State = "draft" | "frozen" | "goes_on";

const looks: Record<State, StateLook> = {
  draft: {
    label: "Draft",
    tone: "info",
    emphasis: "soft",
    icon: PencilLine,
    meaning: "Its figures are computed whenever somebody looks.",
  },
  frozen: {
    label: "Frozen",
    tone: "ok",
    emphasis: "soft",
    icon: Lock,
    meaning: "A snapshot: no later settlement changes it.",
  },
  goes_on: {
    label: "Goes on",
    tone: "neutral",
    emphasis: "outline",
    icon: Hourglass,
    meaning: "The week is not over; its figures still grow.",
  },
};

export function ReviewState({
  review,
}: {
  review: Pick<NonNullable<ReviewView["review"]>, "state" | "version"> | null;
}) {
  const look = looks[review?.state ?? "goes_on"];
  const label = review !== null && review.version > 1 ? `${look.label}, version ${review.version}` : undefined;
  return <StateChip look={look} label={label} />;
}
