import { notFound } from "next/navigation";
import { requireUser } from "@/lib/auth/require-user";

/** Every address that is no page: told inside the frame, from which there is a way on. */
export default async function MissingPage() {
  await requireUser();
  notFound();
}
