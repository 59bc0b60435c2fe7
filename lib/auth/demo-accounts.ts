import type { Role } from "@/lib/progress/validation";

export type DemoAccount = { email: string; name: string; role: Role };

export const demoAccounts: readonly DemoAccount[] = [
  { email: "viewer@demo.reprise.local", name: "Vera Lindqvist", role: "viewer" },
  { email: "operator@demo.reprise.local", name: "Omar Haddad", role: "operator" },
  { email: "approver@demo.reprise.local", name: "Priya Raman", role: "approver" },
  { email: "lead@demo.reprise.local", name: "Lena Brandt", role: "lead" },
  { email: "admin@demo.reprise.local", name: "Adam Novak", role: "admin" },
];

/** No secret: the terminal prints it, and the demo listens on its own machine only. */
export const demoPassword = "reprise-demo-only";
