"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { AccountMenu, type Person } from "./account-menu";
import { BrandMark } from "./brand";
import { BottomNav, type SectionCounts, SideNav } from "./nav-links";
import { sectionOf } from "./navigation";
import { RoleSwitch, type RoleSwitchProps } from "./role-switch";
import { ThemeSwitch } from "./theme-choice";

export type AppFrameProps<Role extends string> = {
  person: Person;
  onSignOut: () => void;
  counts?: SectionCounts;
  /** In the demo only. */
  roleSwitch?: RoleSwitchProps<Role>;
  /** In the bar's left corner; the section's name when left out. */
  title?: ReactNode;
  /** Across the top of every page: "this database runs on its own clock". */
  banner?: ReactNode;
  children: ReactNode;
};

export function AppFrame<Role extends string>(props: AppFrameProps<Role>) {
  const { person, onSignOut, counts = {}, roleSwitch, title, banner, children } = props;
  const section = sectionOf(usePathname());
  return (
    <div data-dock className="md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] print:block">
      <SkipLink />
      <aside data-print="off" className="sticky top-0 hidden h-dvh flex-col border-r bg-canvas md:flex">
        <Link
          href="/"
          className="flex h-(--bar-height) items-center gap-2 px-4 font-semibold tracking-tight outline-offset-[-4px]"
        >
          <BrandMark />
          Reprise
        </Link>
        <nav aria-label="Main" className="mt-2">
          <SideNav counts={counts} />
        </nav>
      </aside>
      <div className="min-w-0">
        <header
          data-print="off"
          className="sticky top-0 z-20 flex h-(--bar-height) items-center gap-2 border-b bg-canvas px-3 sm:px-4 md:px-6"
        >
          <Link href="/" className="flex items-center rounded-sm p-1 md:hidden">
            <BrandMark />
            <span className="sr-only">Reprise, to Now</span>
          </Link>
          <div className="min-w-0 flex-1 truncate text-sm font-medium text-muted">{title ?? section?.label}</div>
          {roleSwitch ? <RoleSwitch {...roleSwitch} /> : null}
          <div className="max-sm:hidden">
            <ThemeSwitch />
          </div>
          <AccountMenu person={person} onSignOut={onSignOut} />
        </header>
        {banner}
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto max-w-[92rem] px-4 pt-4 pb-[calc(var(--dock-height)+2rem)] outline-none md:px-6 md:pt-5"
        >
          {children}
        </main>
      </div>
      <nav
        aria-label="Main"
        data-print="off"
        className="fixed inset-x-0 bottom-0 z-20 border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <BottomNav counts={counts} />
      </nav>
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-ink focus:px-3 focus:py-2 focus:text-sm focus:text-on-ink"
    >
      Skip to content
    </a>
  );
}
