"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { Menu, MenuChoice } from "./menu";
import { setTheme, type Theme, useTheme } from "./theme";

const options = [
  { value: "system", label: "System", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const satisfies readonly { value: Theme; label: string; icon: React.ReactNode }[];

/** Items for a menu that holds more than the theme. */
export function ThemeChoice() {
  return <MenuChoice label="Theme" options={options} value={useTheme()} onValueChange={setTheme} />;
}

export function ThemeSwitch() {
  const theme = useTheme();
  const chosen = options.find((option) => option.value === theme) ?? options[0];
  return (
    <Menu
      label="Theme"
      trigger={
        <>
          {chosen.icon}
          {chosen.label}
        </>
      }
    >
      <ThemeChoice />
    </Menu>
  );
}
