/**
 * Five tones and three emphases carry every state on every screen. Never colour alone: whatever takes a tone also
 * shows an icon and a word. Solid is for what somebody must act on; quiet success, loud problem.
 */
export const tones = ["ok", "info", "attention", "danger", "neutral"] as const;
export type Tone = (typeof tones)[number];

export const emphases = ["solid", "soft", "outline"] as const;
export type Emphasis = (typeof emphases)[number];

export const toneFill: Record<Tone, Record<Emphasis, string>> = {
  ok: {
    solid: "bg-ok text-on-solid border-transparent",
    soft: "bg-ok-soft text-ok-on-soft border-transparent",
    outline: "bg-transparent text-ok-on-soft border-ok/45",
  },
  info: {
    solid: "bg-info text-on-solid border-transparent",
    soft: "bg-info-soft text-info-on-soft border-transparent",
    outline: "bg-transparent text-info-on-soft border-info/45",
  },
  attention: {
    solid: "bg-attention text-on-solid border-transparent",
    soft: "bg-attention-soft text-attention-on-soft border-transparent",
    outline: "bg-transparent text-attention-on-soft border-attention/45",
  },
  danger: {
    solid: "bg-danger text-on-solid border-transparent",
    soft: "bg-danger-soft text-danger-on-soft border-transparent",
    outline: "bg-transparent text-danger-on-soft border-danger/45",
  },
  neutral: {
    solid: "bg-neutral text-on-solid border-transparent",
    soft: "bg-neutral-soft text-neutral-on-soft border-transparent",
    outline: "bg-transparent text-neutral-on-soft border-neutral/40",
  },
};

/** For an icon or a bold figure on a plain surface. */
export const toneInk: Record<Tone, string> = {
  ok: "text-ok",
  info: "text-info",
  attention: "text-attention",
  danger: "text-danger",
  neutral: "text-neutral",
};

/** The CSS colour itself, where a class cannot reach: SVG fills of charts and of the timeline. */
export const toneColor: Record<Tone, string> = {
  ok: "var(--ok)",
  info: "var(--info)",
  attention: "var(--attention)",
  danger: "var(--danger)",
  neutral: "var(--neutral)",
};
