import type { Metadata } from "next";
import { requireUser } from "@/lib/auth/require-user";
import { deploymentZone } from "@/lib/zone";
import { InsightsScreen } from "./_components/insights-screen";

export const metadata: Metadata = { title: "Insights" };

export default async function InsightsPage() {
  await requireUser("/insights");
  return <InsightsScreen zone={deploymentZone()} />;
}
