/** What the dialogs about an account say, and how what was done is told afterwards. */

import type { Person } from "@/lib/api/contract/person";
import type { PersonChange } from "@/lib/auth/people/person";
import type { Role } from "@/lib/progress/validation";

export type Changing = { kind: PersonChange["kind"]; person: Person; isMe: boolean; otherAdmins: number };

export const roleWords: Record<Role, string> = {
  viewer: "Sees everything, changes nothing.",
  operator: "Resumes and cancels runs, looks up and settles actions, works on incidents.",
  approver: "Decides on approvals.",
  lead: "Does what operators and approvers do, classifies incidents and freezes reviews.",
  admin: "Does all of that, and decides who comes in: accounts and keys.",
};

type DialogWords = {
  title: (name: string) => string;
  follows: string;
  /** Where the account is one's own. */
  toMe: string;
  confirm: (to: Role) => string;
  failed: string;
  done: (name: string, to: Role) => string;
};

export const dialogWords: Record<PersonChange["kind"], DialogWords> = {
  role: {
    title: (name) => `Change the role of ${name}`,
    follows: "It counts from their next click on, also in pages that are open now.",
    toMe: "This is your own account: you may not be able to take it back yourself.",
    confirm: (to) => `Make ${to}`,
    failed: "The role was not changed",
    done: (name, to) => `${name} is ${to} now`,
  },
  disable: {
    title: (name) => `Disable the account of ${name}`,
    follows: "Every session ends at once and nobody signs in with it until it is enabled. What they did stays theirs.",
    toMe: "This is your own account: you are signed out at once, and another admin has to let you in again.",
    confirm: () => "Disable it",
    failed: "It was not disabled",
    done: (name) => `The account of ${name} is disabled`,
  },
  enable: {
    title: (name) => `Enable the account of ${name}`,
    follows: "They sign in with the password and the role they had.",
    toMe: "They sign in with the password and the role they had.",
    confirm: () => "Enable it",
    failed: "It was not enabled",
    done: (name) => `${name} can sign in again`,
  },
  sign_out: {
    title: (name) => `Sign ${name} out everywhere`,
    follows: "Every session ends at once, on every device. They can sign in again.",
    toMe: "Your sessions end on every device, this one included. You can sign in again.",
    confirm: () => "Sign out everywhere",
    failed: "Nobody was signed out",
    done: (name) => `${name} is signed out everywhere`,
  },
};
