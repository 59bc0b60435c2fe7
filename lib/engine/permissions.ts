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

/** Why the button is off, or null when it is not. */
export const whyMayNot = (role: Role, kind: CommandKind): string | null =>
  operatorMay(role, kind) ? null : `To ${kind}, you need one of these roles: ${mayCommand[kind].join(", ")}.`;
