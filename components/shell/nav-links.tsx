"use client";

import { Ellipsis, Settings } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "@/components/ui/class-names";
import { Count } from "@/components/ui/tabs";
import { paths } from "@/lib/client/paths";
import { Menu, MenuLink } from "./menu";
import { sectionOf, sections } from "./navigation";

/** Counts by section path, "/approvals": 3; only what asks for somebody. */
export type SectionCounts = Record<string, number | undefined>;

export function SideNav({ counts }: { counts: SectionCounts }) {
  const current = sectionOf(usePathname());
  return (
    <ul className="flex flex-col gap-0.5 px-2">
      {sections.map((section) => (
        <li key={section.href}>
          <Link
            href={section.leadsTo ?? section.href}
            aria-current={section === current ? "page" : undefined}
            className={classNames(
              "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted outline-offset-[-2px] hover:bg-hover hover:text-ink",
              "aria-[current=page]:bg-neutral-soft aria-[current=page]:text-ink",
            )}
          >
            <section.icon aria-hidden className="size-4" />
            {section.label}
            <NavCount value={counts[section.href]} className="ml-auto" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const bottomClass =
  "relative flex size-full flex-col items-center justify-center gap-0.5 text-2xs font-medium text-muted outline-offset-[-3px] aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:top-0 aria-[current=page]:before:h-0.5 aria-[current=page]:before:w-8 aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-ink";

export function BottomNav({ counts }: { counts: SectionCounts }) {
  const current = sectionOf(usePathname());
  return (
    <ul className="grid h-14 auto-cols-fr grid-flow-col">
      {sections
        .filter(({ underMore }) => !underMore)
        .map((section) => (
          <li key={section.href}>
            <Link
              href={section.leadsTo ?? section.href}
              aria-current={section === current ? "page" : undefined}
              className={bottomClass}
            >
              <section.icon aria-hidden className="size-5" />
              {section.label}
              <NavCount value={counts[section.href]} className="absolute top-1 left-1/2 ml-2 h-4 min-w-4 px-1" />
            </Link>
          </li>
        ))}
      <li>
        <Menu
          triggerClass={bottomClass}
          current={current?.underMore}
          trigger={
            <>
              <Ellipsis aria-hidden className="size-5" />
              More
            </>
          }
        >
          {sections
            .filter(({ underMore }) => underMore)
            .map((section) => (
              <MenuLink key={section.href} href={section.leadsTo ?? section.href} icon={<section.icon aria-hidden />}>
                {section.label}
              </MenuLink>
            ))}
          <MenuLink href={paths.settings()} icon={<Settings aria-hidden />}>
            Settings
          </MenuLink>
        </Menu>
      </li>
    </ul>
  );
}

function NavCount({ value, className }: { value: number | undefined; className: string }) {
  if (!value) return null;
  return (
    <>
      <Count value={value} loud className={className} />
      <span className="sr-only"> waiting</span>
    </>
  );
}
