import type { ReactNode } from "react";
import { BrandMark } from "./brand";
import { ThemeSwitch } from "./theme-choice";

/** The frame of the pages before the console: one column, nothing to navigate. */
export function Entrance({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-(--bar-height) items-center justify-between px-3 sm:px-4 md:px-6">
        <span className="flex items-center gap-2 px-1 font-semibold tracking-tight">
          <BrandMark />
          Reprise
        </span>
        <ThemeSwitch />
      </header>
      <main className="mx-auto flex w-full max-w-104 grow flex-col gap-6 px-4 pt-8 pb-16 sm:pt-[10vh]">
        <div className="flex flex-col gap-1.5">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {lead ? <p className="text-muted">{lead}</p> : null}
        </div>
        {children}
      </main>
    </div>
  );
}
