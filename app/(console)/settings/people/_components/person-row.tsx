"use client";

import { Ban, CircleCheck } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { StateChip, type StateLook } from "@/components/ui/state-chip";
import { Timestamp } from "@/components/ui/timestamp";
import type { Person } from "@/lib/api/contract/person";
import { type PersonState, personStateOf } from "@/lib/auth/people/person";
import { ChangePersonButton } from "./change-person-button";

type Props = { person: Person; isMe: boolean; otherAdmins: number; now: number };

/** One account: whose, as what, when they were last here, and what an admin can do about it. */
export function PersonRow({ person, isMe, otherAdmins, now }: Props) {
  const { name, email, role, lastSeenAt, sessions } = person;
  const state = personStateOf(person);
  const about = { person, isMe, otherAdmins };
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Chip>{role}</Chip>
          {isMe ? <span className="text-xs text-muted">you</span> : null}
        </p>
        <p className="text-xs text-muted wrap-anywhere">{email}</p>
      </div>
      <div className="basis-44 text-xs text-muted">
        <p>
          {lastSeenAt === null ? (
            "never here"
          ) : (
            <>
              here <Timestamp at={lastSeenAt} kind="relative" now={now} />
            </>
          )}
        </p>
        <p>{sessions === 0 ? "not signed in" : sessions === 1 ? "one session" : `${sessions} sessions`}</p>
      </div>
      <StateChip look={looks[state]} />
      <div className="flex flex-wrap gap-2">
        <ChangePersonButton kind="role" {...about} />
        <ChangePersonButton kind="sign_out" {...about} />
        <ChangePersonButton kind={state === "active" ? "disable" : "enable"} {...about} />
      </div>
    </li>
  );
}

const looks: Record<PersonState, StateLook> = {
  active: {
    label: "Active",
    tone: "ok",
    emphasis: "soft",
    icon: CircleCheck,
    meaning: "Whoever knows the password is let in.",
  },
  disabled: {
    label: "Disabled",
    tone: "neutral",
    emphasis: "outline",
    icon: Ban,
    meaning: "Nobody is let in with it.",
  },
};
