import {
  BookCheck,
  BookOpen,
  CalendarCheck,
  ChartColumn,
  Hand,
  type LucideIcon,
  Radar,
  Route,
  Siren,
  Waypoints,
} from "lucide-react";

export type Section = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Where the entry leads, when that is not the section's first page. */
  leadsTo?: string;
  /** On a phone, whose bar has room for five, it stands under "More". */
  underMore?: boolean;
};

/** Progress and actions are two truths with two pages, so they are two sections. */
export const sections: readonly Section[] = [
  { href: "/", label: "Now", icon: Radar },
  { href: "/runs", label: "Runs", icon: Route },
  { href: "/actions", label: "Actions", icon: BookCheck },
  { href: "/approvals", label: "Approvals", icon: Hand },
  { href: "/incidents", label: "Incidents", icon: Siren, underMore: true },
  { href: "/reviews", leadsTo: "/reviews/latest", label: "Review", icon: CalendarCheck, underMore: true },
  { href: "/destinations", label: "Destinations", icon: Waypoints, underMore: true },
  { href: "/insights", label: "Insights", icon: ChartColumn, underMore: true },
  { href: "/runbooks", label: "Runbooks", icon: BookOpen, underMore: true },
];

export function sectionOf(pathname: string): Section | undefined {
  return sections.find(({ href }) =>
    href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`),
  );
}
