import type { Metadata } from "next";
import { Entrance } from "@/components/shell/entrance";
import { readFirstAdminLink } from "@/lib/auth/first-admin";
import { getWebAuth } from "@/lib/auth/web-auth";
import { FirstAdminForm } from "./_components/first-admin-form";
import { LinkRefused } from "./_components/link-refused";

// The address holds the token: no other site may learn it from a link that is followed here.
export const metadata: Metadata = { title: "First admin", referrer: "same-origin" };

export default async function FirstAdminPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  const token = String((await searchParams).token ?? "");
  const { database } = await getWebAuth();
  const state = await readFirstAdminLink(database.db, token, new Date());
  if (state !== "good") return <LinkRefused state={state} />;
  return (
    <Entrance
      title="Make the first admin"
      lead="There is none on this database yet. Whoever opens this link first may do everything here."
    >
      <FirstAdminForm token={token} />
    </Entrance>
  );
}
