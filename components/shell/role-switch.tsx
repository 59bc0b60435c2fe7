"use client";

import { ChevronDown, FlaskConical } from "lucide-react";

export type RoleSwitchProps<Role extends string> = {
  role: Role;
  roles: readonly Role[];
  onRoleChange: (role: Role) => void;
  pending?: boolean;
};

/** Demo only: see the console as somebody else. */
export function RoleSwitch<Role extends string>({ role, roles, onRoleChange, pending }: RoleSwitchProps<Role>) {
  return (
    <label className="relative inline-flex h-8 items-center gap-1.5 rounded-md border border-dashed border-control pl-2 text-sm text-muted max-sm:h-9">
      <FlaskConical aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Demo as</span>
      <select
        value={role}
        aria-disabled={pending}
        onChange={(event) => {
          if (!pending) onRoleChange(event.target.value as Role); // options hold nothing but roles
        }}
        className="h-full appearance-none rounded-md bg-transparent pr-7 pl-1 font-medium text-ink max-sm:text-base [&>option]:bg-raised"
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-4" />
    </label>
  );
}
