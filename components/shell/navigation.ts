import { BookCheck, ChartColumn, Hand, type LucideIcon, Radar, Route, Waypoints } from "lucide-react";

export type Section = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Not in the bar of a phone, which has room for five: the section that it belongs to leads there. */
  wideOnly?: boolean;
};

/** Progress and actions are two truths with two pages, so they are two sections. */
export const sections: readonly Section[] = [
  { href: "/", label: "Now", icon: Radar },
  { href: "/runs", label: "Runs", icon: Route },
  { href: "/actions", label: "Actions", icon: BookCheck },
  { href: "/approvals", label: "Approvals", icon: Hand },
  { href: "/destinations", label: "Destinations", icon: Waypoints, wideOnly: true },
  { href: "/insights", label: "Insights", icon: ChartColumn },
];

export function sectionOf(pathname: string): Section | undefined {
  return sections.find(({ href }) =>
    href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`),
  );
}
