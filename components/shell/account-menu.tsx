"use client";

import { CircleUserRound, LogOut, Settings } from "lucide-react";
import { paths } from "@/lib/client/paths";
import { Menu, MenuItem, MenuLine, MenuLink, MenuText } from "./menu";
import { ThemeChoice } from "./theme-choice";

export type Person = { name: string; email?: string; role: string };

export function AccountMenu({ person, onSignOut }: { person: Person; onSignOut: () => void }) {
  return (
    <Menu
      label="Account"
      trigger={
        <>
          <CircleUserRound aria-hidden />
          <span className="max-w-32 truncate max-sm:sr-only">{person.name}</span>
          <span aria-hidden className="sm:hidden">
            You
          </span>
        </>
      }
    >
      <MenuText>
        <div className="font-medium">{person.name}</div>
        <div className="text-xs text-muted">
          {person.role}
          {person.email ? ` · ${person.email}` : ""}
        </div>
      </MenuText>
      <MenuLine />
      <ThemeChoice />
      <MenuLine />
      <MenuLink icon={<Settings aria-hidden />} href={paths.settings()}>
        Settings
      </MenuLink>
      <MenuItem icon={<LogOut aria-hidden />} onClick={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
