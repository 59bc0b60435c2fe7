import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/insights/workflows/[workflow]/route";
import { requireUser } from "@/lib/auth/require-user";
import { pageQueries } from "@/lib/client/page-queries";
import { paths } from "@/lib/client/paths";
import { visibleText } from "@/lib/visible-text";
import { deploymentZone } from "@/lib/zone";
import { prefetch } from "../../../prefetch";
import { WorkflowScreen } from "./_components/workflow-screen";

type Props = { params: Promise<{ workflow: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `What ${visibleText(await nameIn(params))} needs` };
}

export default async function WorkflowPage({ params }: Props) {
  const workflow = await nameIn(params);
  await requireUser(paths.workflow(workflow));
  const state = await prefetch(pageQueries.workflow(workflow).queryKey, GET, { params: { workflow } });
  return (
    <HydrationBoundary state={state}>
      <WorkflowScreen workflow={workflow} zone={deploymentZone()} />
    </HydrationBoundary>
  );
}

/** An address that cannot be decoded names a workflow that there is not. */
async function nameIn(params: Props["params"]): Promise<string> {
  const { workflow } = await params;
  try {
    return decodeURIComponent(workflow);
  } catch {
    return workflow;
  }
}
