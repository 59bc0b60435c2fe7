import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "secondary" | "danger" | "ghost";
/** `sm` inside rows and panels, `md` elsewhere, `lg` for the decision on a phone. */
export type ButtonSize = "sm" | "md" | "lg";

const variantClass: Record<ButtonVariant, string> = {
  primary: "bg-ink text-on-ink border-transparent not-aria-disabled:hover:bg-ink/85",
  secondary: "bg-raised text-ink border-line-strong shadow-control not-aria-disabled:hover:bg-hover",
  danger: "bg-danger text-on-solid border-transparent not-aria-disabled:hover:bg-danger/90",
  ghost:
    "bg-transparent text-muted border-transparent not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink",
};

// Primary controls grow to 44 px on phones; `sm` stays at 28 px there only inside dense rows, above the 24 px minimum.
const sizeClass: Record<ButtonSize, string> = {
  sm: "h-7 px-2 text-xs gap-1 max-sm:h-9 max-sm:px-3",
  md: "h-8 px-3 text-sm gap-1.5 max-sm:h-11 max-sm:px-4 max-sm:text-base",
  lg: "h-10 px-4 text-base gap-2 max-sm:h-12",
};

/** The look of a button, for elements that are not one: links above all. */
export function buttonClass({
  variant = "secondary",
  size = "md",
  className,
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
} = {}): string {
  return classNames(
    "relative inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap select-none",
    "transition-[background-color,opacity] duration-100 [&_svg]:size-[1.15em] [&_svg]:shrink-0",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line-strong aria-disabled:bg-hover aria-disabled:text-faint aria-disabled:shadow-none",
    variantClass[variant],
    sizeClass[size],
    className,
  );
}
