/** Which role may press which button. The same table disables the button and refuses the request. */

import type { Role } from "@/lib/progress/validation";
import type { CommandKind } from "./command-store";

/** Who may press what. Lead and admin see all and, so far, do both. */
export const mayCommand: Record<CommandKind, readonly Role[]> = {
  resume: ["operator", "lead", "admin"],
  cancel: ["operator", "lead", "admin"],
  check: ["operator", "lead", "admin"],
  settle: ["operator", "lead", "admin"],
  confirm: ["operator", "lead", "admin"],
  hold: ["operator", "lead", "admin"],
  release: ["operator", "lead", "admin"],
  keep: ["operator", "lead", "admin"],
  second: ["operator", "lead", "admin"],
  revise: ["operator", "lead", "admin"],
  report: ["operator", "lead", "admin"],
  tend: ["operator", "lead", "admin"],
  classify: ["lead", "admin"],
  accept: ["operator", "lead", "admin"],
  supersede: ["operator", "lead", "admin"],
  reopen: ["operator", "lead", "admin"],
  follow: ["operator", "lead", "admin"],
  unfollow: ["operator", "lead", "admin"],
  decide: ["approver", "lead", "admin"],
  edit: ["lead", "admin"],
  agree: ["lead", "admin"],
  drop: ["lead", "admin"],
  mark: ["lead", "admin"],
  freeze: ["lead", "admin"],
  amend: ["lead", "admin"],
  make_key: ["admin"],
  rotate_key: ["admin"],
  revoke_key: ["admin"],
};

export const operatorMay = (role: Role, kind: CommandKind): boolean => mayCommand[kind].includes(role);

/** Why the button is off, or null when it is not: who may instead, and as whom one is refused. */
export const whyMayNot = (role: Role, kind: CommandKind): string | null =>
  operatorMay(role, kind)
    ? null
    : `To ${deeds[kind]}, you need one of these roles: ${mayCommand[kind].join(", ")}. You are signed in as ${role}.`;

const deeds: Record<CommandKind, string> = {
  resume: "resume a run",
  cancel: "cancel a run",
  check: "have outcomes looked up",
  settle: "settle an action",
  confirm: "decide as the second person",
  hold: "hold a destination",
  release: "release a destination",
  keep: "keep a stored outcome",
  second: "send a second one",
  revise: "revise an action",
  report: "open an incident",
  tend: "work on an incident",
  classify: "classify an incident",
  accept: "accept a run as it is",
  supersede: "say that another run did the work",
  reopen: "open a stopped run again",
  follow: "tick a runbook's step",
  unfollow: "take a tick back",
  decide: "decide on an approval",
  edit: "write in a review",
  agree: "decide in a review",
  drop: "take a decision back",
  mark: "mark a decision",
  freeze: "freeze a review",
  amend: "begin a new version of a review",
  make_key: "make a key for a program",
  rotate_key: "replace a key of a program",
  revoke_key: "revoke a key of a program",
};
