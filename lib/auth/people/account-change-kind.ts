/** What can be recorded of an account; read by the browser too, which has no database. */
export const accountChangeKinds = ["role", "disable", "enable", "sign_out"] as const;
export type AccountChangeKind = (typeof accountChangeKinds)[number];
