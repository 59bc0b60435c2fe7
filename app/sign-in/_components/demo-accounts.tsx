import { ArrowRight, FlaskConical } from "lucide-react";
import { Panel } from "@/components/ui/panel";
import { demoAccounts } from "@/lib/auth/demo-accounts";
import type { Role } from "@/lib/progress/validation";

const may: Record<Role, string> = {
  viewer: "looks, changes nothing",
  operator: "resumes, checks, settles, cancels",
  approver: "approves and rejects",
  lead: "does what operator and approver do",
  admin: "does everything",
};

/** A plain form: it works before any script has loaded. */
export function DemoAccounts({ next }: { next: string | null }) {
  return (
    <>
      <Panel title="Look around the demo" icon={<FlaskConical aria-hidden />} note="switch any time" flush>
        <form method="post" action="/sign-in/as" className="divide-y">
          {next ? <input type="hidden" name="next" value={next} /> : null}
          {demoAccounts.map(({ role, name }) => (
            <button
              key={role}
              type="submit"
              name="role"
              value={role}
              className="group flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left outline-offset-[-3px] hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  Continue as {role}
                  <span className="font-normal text-muted">: {name}</span>
                </span>
                <span className="block text-xs text-muted">{may[role]}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="size-4 shrink-0 text-faint transition-transform duration-100 group-hover:translate-x-0.5 group-hover:text-ink"
              />
            </button>
          ))}
        </form>
      </Panel>
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with a password
      </p>
    </>
  );
}
