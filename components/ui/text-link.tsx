import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classNames(
        "rounded-sm text-link underline decoration-link/35 underline-offset-2 hover:decoration-link",
        className,
      )}
    />
  );
}
