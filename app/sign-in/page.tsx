import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Entrance } from "@/components/shell/entrance";
import { demoPassword } from "@/lib/auth/demo-accounts";
import { isDemoDoorOpen } from "@/lib/auth/demo-door";
import { hasAdmin } from "@/lib/auth/first-admin";
import { landingPath, parseNextPath } from "@/lib/auth/next-path";
import { currentUser } from "@/lib/auth/session";
import { getWebAuth } from "@/lib/auth/web-auth";
import { DemoAccounts } from "./_components/demo-accounts";
import { NoAdminYet } from "./_components/no-admin-yet";
import { SignInForm } from "./_components/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const next = parseNextPath((await searchParams).next);
  const asked = await headers();
  const user = await currentUser(asked);
  if (user) redirect(landingPath(user.role, next));
  const isDemo = isDemoDoorOpen(asked);
  const { database } = await getWebAuth();

  return (
    <Entrance title="Sign in" lead="See what your agents did, and dare to press resume.">
      {isDemo ? <DemoAccounts next={next} /> : (await hasAdmin(database.db)) ? null : <NoAdminYet />}
      <SignInForm next={next} passwordHint={isDemo ? `All accounts of the demo: ${demoPassword}` : undefined} />
    </Entrance>
  );
}
