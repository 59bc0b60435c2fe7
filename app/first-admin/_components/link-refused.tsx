import { Entrance } from "@/components/shell/entrance";
import { LinkButton } from "@/components/ui/link-button";
import type { FirstAdminLinkState } from "@/lib/auth/first-admin";

const newLink = "Start Reprise again: as long as there is no admin, each start prints a new link.";

const words: Record<Exclude<FirstAdminLinkState, "good">, { title: string; lead: string }> = {
  used: {
    title: "This link was used",
    lead: "It made the first admin, and works once. If that was you, sign in; if not, ask who it was.",
  },
  admin_exists: {
    title: "There is an admin already",
    lead: "A link like this one makes the first admin only. Sign in, or ask the admin.",
  },
  expired: { title: "This link has expired", lead: `It was good for a day. ${newLink}` },
  unknown: {
    title: "This link is not good",
    lead: `It is cut off, or a newer one replaced it. Copy the last one from the terminal in full. ${newLink}`,
  },
};

export function LinkRefused({ state }: { state: Exclude<FirstAdminLinkState, "good"> }) {
  const canSignIn = state === "used" || state === "admin_exists";
  return (
    <Entrance title={words[state].title} lead={words[state].lead}>
      {canSignIn ? (
        <LinkButton href="/sign-in" variant="primary" size="lg" className="self-start">
          Sign in
        </LinkButton>
      ) : null}
    </Entrance>
  );
}
