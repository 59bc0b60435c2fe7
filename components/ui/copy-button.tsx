"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "./button";
import type { ButtonSize, ButtonVariant } from "./button-class";
import { useCopy } from "./copy";

export function CopyButton({
  text,
  label = "Copy",
  size = "sm",
  variant = "ghost",
}: {
  /** A function when the text is dear to make, or depends on where the page is. */
  text: string | (() => string);
  label?: string;
  size?: ButtonSize;
  variant?: ButtonVariant;
}) {
  const { copied, copy } = useCopy();
  return (
    <Button
      size={size}
      variant={variant}
      icon={copied ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />}
      onClick={() => copy(typeof text === "string" ? text : text())}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
