import { z } from "zod";
import { passwordMax, passwordMin } from "./password";

/** What the first admin's form sends. */
export const FirstAdmin = z.object({
  token: z.string().min(1).max(200),
  name: z.string().trim().min(1, "Your name is needed.").max(80, "This is too long: at most 80 characters."),
  email: z.email("This is not an email address.").max(254).toLowerCase(),
  password: z
    .string()
    .min(passwordMin, "This is too short.")
    .max(passwordMax, `This is too long: at most ${passwordMax} characters.`),
});
export type FirstAdmin = z.infer<typeof FirstAdmin>;
