import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import type { Tone } from "./tone";

const look: Record<Tone, { icon: ReactNode; box: string }> = {
  ok: { icon: <CircleCheck aria-hidden />, box: "border-ok/30 bg-ok-soft [&>svg]:text-ok" },
  info: { icon: <Info aria-hidden />, box: "border-info/30 bg-info-soft [&>svg]:text-info-on-soft" },
  attention: {
    icon: <TriangleAlert aria-hidden />,
    box: "border-attention/35 bg-attention-soft [&>svg]:text-attention",
  },
  danger: { icon: <CircleAlert aria-hidden />, box: "border-danger/35 bg-danger-soft [&>svg]:text-danger-on-soft" },
  neutral: { icon: <Info aria-hidden />, box: "bg-neutral-soft [&>svg]:text-neutral-on-soft" },
};

export type NoticeProps = {
  tone?: Tone;
  title?: ReactNode;
  actions?: ReactNode;
  /** Read out when it appears; "alert" interrupts, so only for what the reader just did. */
  live?: "polite" | "alert";
  className?: string;
  children?: ReactNode;
};

export function Notice({ tone = "info", title, actions, live, className, children }: NoticeProps) {
  return (
    <div
      role={live === "alert" ? "alert" : live === "polite" ? "status" : undefined}
      className={classNames(
        "flex flex-wrap items-start wrap-anywhere gap-x-2.5 gap-y-2 rounded-lg border px-3 py-2.5 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0",
        look[tone].box,
        className,
      )}
    >
      {look[tone].icon}
      <div className="min-w-0 flex-1 basis-60">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
