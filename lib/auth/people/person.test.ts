import { describe, expect, it, test } from "vitest";
import { roles } from "@/lib/progress/validation";
import { type PersonChange, personRefusals, whyNotChange } from "./person";

const admin = { role: "admin", disabledAt: null } as const;
const viewer = { role: "viewer", disabledAt: null } as const;
const disabled = { role: "admin", disabledAt: 1 } as const;
const demote = { kind: "role", to: "viewer" } as const;
const everyChange: PersonChange[] = [demote, { kind: "disable" }, { kind: "enable" }, { kind: "sign_out" }];

describe("who changes accounts", () => {
  it.each(roles.filter((role) => role !== "admin"))("is no %s, whatever the change", (role) => {
    const by = { role, disabledAt: null };
    for (const change of everyChange) expect(whyNotChange(viewer, change, { by, otherAdmins: 1 })).toBe("role_missing");
  });

  it("is no admin who was disabled a moment ago", () => {
    expect(whyNotChange(viewer, { kind: "sign_out" }, { by: disabled, otherAdmins: 1 })).toBe("role_missing");
  });
});

test.each([
  ["the last admin is not demoted", admin, demote, 0, "last_admin"],
  ["one of two admins is", admin, demote, 1, null],
  ["the last admin is not disabled", admin, { kind: "disable" }, 0, "last_admin"],
  ["one of two admins is disabled", admin, { kind: "disable" }, 1, null],
  ["a disabled admin is demoted, for it is not the last active one", disabled, demote, 0, null],
  ["a viewer is promoted while there is one admin", viewer, { kind: "role", to: "admin" }, 1, null],
  ["a role that one has is not given again", viewer, demote, 1, "already_so"],
  ["who is disabled is not disabled again", disabled, { kind: "disable" }, 1, "already_so"],
  ["who is disabled is enabled", disabled, { kind: "enable" }, 1, null],
  ["who is active is not enabled", viewer, { kind: "enable" }, 1, "already_so"],
  ["the last admin signs out everywhere", admin, { kind: "sign_out" }, 0, null],
] as const)("%s", (_, person, change, otherAdmins, why) => {
  expect(whyNotChange(person, change, { by: admin, otherAdmins })).toBe(why);
});

it("every refusal says what to do", () => {
  for (const words of Object.values(personRefusals)) expect(words.length).toBeGreaterThan(20);
});
