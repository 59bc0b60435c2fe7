import type { Metadata } from "next";
import { requireUser } from "@/lib/auth/require-user";
import { readEnv } from "@/lib/env";
import { NowScreen } from "./_components/now-screen";

export const metadata: Metadata = { title: "Now" };

export default async function NowPage() {
  const user = await requireUser("/");
  return <NowScreen role={user.role} demo={readEnv().demo} />;
}
