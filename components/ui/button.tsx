"use client";

import { LoaderCircle, Lock } from "lucide-react";
import { type ComponentProps, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { Tooltip } from "./tooltip";

export type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Why it cannot be pressed. The button stays visible and focusable, and says so. */
  disabledReason?: string | null;
  /** Prints the reason under the button: in dialogs, and wherever the reason is the next thing to read. */
  reasonShown?: boolean;
  /** Waiting for the server: presses are ignored and `pendingLabel` ("Resuming…") replaces the label. */
  pending?: boolean;
  pendingLabel?: string;
};

/** A button is never `disabled` in HTML: it would leave the tab order and take its reason with it. */
export function Button({
  variant,
  size,
  icon,
  disabledReason,
  reasonShown = false,
  pending = false,
  pendingLabel,
  className,
  children,
  onClick,
  type = "button",
  id,
  ...rest
}: ButtonProps) {
  const ownId = useId();
  const triggerId = id ?? ownId;
  const reasonId = `${triggerId}-reason`;
  const off = Boolean(disabledReason);
  // Fingers cannot hover: pressing a button that is off prints why.
  const [asked, setAsked] = useState(false);

  // Whoever works by keyboard stands on it when it turns off or on, which draws another element in its place: no blur
  // tells of that one's end, and the focus would fall to the start of the page.
  const focused = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `off` is when the element is another one
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) document.getElementById(triggerId)?.focus();
  }, [off, triggerId]);

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (off || pending) {
      event.preventDefault();
      if (off) setAsked(true);
      return;
    }
    onClick?.(event);
  }

  const mark = pending ? (
    <LoaderCircle aria-hidden className="motion-safe:animate-spin" />
  ) : off ? (
    <Lock aria-hidden />
  ) : (
    icon
  );
  const button = (
    <button
      {...rest}
      id={triggerId}
      type={type}
      aria-disabled={off || pending || undefined}
      aria-busy={pending || undefined}
      aria-describedby={off ? reasonId : rest["aria-describedby"]}
      className={buttonClass({ variant, size, className })}
      onClick={press}
      onFocus={(event) => {
        focused.current = true;
        rest.onFocus?.(event);
      }}
      onBlur={(event) => {
        focused.current = false;
        rest.onBlur?.(event);
      }}
    >
      {mark}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  );
  if (!off) return button;

  return (
    <span className="relative inline-flex shrink-0 flex-col gap-1">
      {reasonShown ? button : <Tooltip id={triggerId} content={disabledReason} render={button} />}
      <span
        id={reasonId}
        aria-live={asked ? "polite" : undefined}
        className={reasonShown || asked ? "max-w-72 text-xs whitespace-normal text-muted" : "sr-only"}
      >
        {disabledReason}
      </span>
    </span>
  );
}
