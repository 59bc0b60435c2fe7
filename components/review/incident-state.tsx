import {
  Ban,
  CircleCheck,
  ClipboardCheck,
  Copy,
  EyeOff,
  Footprints,
  GitCompare,
  type LucideIcon,
  ShieldAlert,
  SignalHigh,
  SignalLow,
  SignalMedium,
  Siren,
} from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { StateChip, type StateLook } from "@/components/ui/state-chip";
import { classWords } from "@/lib/review/class-words";
import type { IncidentClass, Severity as StoredSeverity, IncidentState as StoredState } from "@/lib/review/incident";

export const incidentLook: Record<StoredState, StateLook> = {
  open: { label: "Open", tone: "danger", emphasis: "solid", icon: Siren, meaning: "Nobody has stopped it yet." },
  mitigated: {
    label: "Mitigated",
    tone: "attention",
    emphasis: "soft",
    icon: ShieldAlert,
    meaning: "It does no more harm for now; its cause is still there.",
  },
  resolved: {
    label: "Resolved",
    tone: "ok",
    emphasis: "soft",
    icon: CircleCheck,
    meaning: "Its cause is gone. Seen again, it is opened anew.",
  },
  reviewed: {
    label: "Reviewed",
    tone: "neutral",
    emphasis: "soft",
    icon: ClipboardCheck,
    meaning: "It was talked through, and stays as it is.",
  },
  dismissed: {
    label: "Dismissed",
    tone: "neutral",
    emphasis: "outline",
    icon: Ban,
    meaning: "The lead said that it is no trouble here.",
  },
};

export const classLook: Record<IncidentClass, { label: string; icon: LucideIcon; meaning: string }> = {
  progress_loss: { label: classWords.progress_loss, icon: Footprints, meaning: "Work was computed again." },
  duplicate_action: {
    label: classWords.duplicate_action,
    icon: Copy,
    meaning: "Something may have happened twice outside.",
  },
  state_inconsistency: {
    label: classWords.state_inconsistency,
    icon: GitCompare,
    meaning: "What was recorded does not fit together.",
  },
  observability_debt: {
    label: classWords.observability_debt,
    icon: EyeOff,
    meaning: "Nobody could see what was going on.",
  },
};

export const severityWords: Record<StoredSeverity, { label: string; icon: LucideIcon; meaning: string }> = {
  s1: { label: "S1", icon: SignalHigh, meaning: "A repeat costs money, breaks an SLA or reaches people." },
  s2: { label: "S2", icon: SignalMedium, meaning: "A repeat pollutes data, or a run stands still." },
  s3: { label: "S3", icon: SignalLow, meaning: "Nothing outside was touched." },
};

export const IncidentState = ({ value }: { value: StoredState }) => <StateChip look={incidentLook[value]} />;

export function IncidentClassMark({ value }: { value: IncidentClass }) {
  const { label, icon: Icon } = classLook[value];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap [&_svg]:size-3.5 [&_svg]:text-faint">
      <Icon aria-hidden />
      {label}
    </span>
  );
}

export function Severity({ value }: { value: StoredSeverity }) {
  const { label, icon: Icon, meaning } = severityWords[value];
  return (
    <Chip emphasis="outline" icon={<Icon aria-hidden />} title={meaning}>
      {label}
    </Chip>
  );
}
