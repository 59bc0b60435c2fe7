import { CircleCheck, CircleHelp, Eraser, Layers, RotateCcw, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import type { Emphasis, Tone } from "@/components/ui/tone";
import type { Recommendation } from "@/lib/review/advice";

export const recommendationLook: Record<
  Recommendation,
  { label: string; tone: Tone; emphasis: Emphasis; icon: ReactNode }
> = {
  checkpoint_first: { label: "Checkpoint first", tone: "info", emphasis: "soft", icon: <RotateCcw aria-hidden /> },
  idempotency_first: { label: "Idempotency first", tone: "info", emphasis: "soft", icon: <ShieldCheck aria-hidden /> },
  both: { label: "Both", tone: "attention", emphasis: "soft", icon: <Layers aria-hidden /> },
  neither: { label: "Neither", tone: "ok", emphasis: "soft", icon: <CircleCheck aria-hidden /> },
  take_away: { label: "Take it away", tone: "neutral", emphasis: "soft", icon: <Eraser aria-hidden /> },
  too_little: { label: "Too little data", tone: "neutral", emphasis: "outline", icon: <CircleHelp aria-hidden /> },
};

export function RecommendationChip({ recommendation }: { recommendation: Recommendation }) {
  const { label, ...look } = recommendationLook[recommendation];
  return <Chip {...look}>{label}</Chip>;
}
