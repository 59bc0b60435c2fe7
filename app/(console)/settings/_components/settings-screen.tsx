"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { Panel } from "@/components/ui/panel";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { settingsQueries } from "@/lib/client/settings-queries";
import { RetentionPanel } from "./retention-panel";
import { WebhookPanel } from "./webhook-panel";

/** What the deployment's environment sets, and what came of it; changed there, and only read here. */
export function SettingsScreen() {
  const query = useQuery(settingsQueries.view());
  const { data, error } = query;
  return (
    <>
      <PageHeader
        title="Settings"
        facts="Set by the environment in which the console and its workers are started. They are read here, and changed there."
        live={<QueryLiveChip query={query} />}
      />
      {data === undefined ? (
        error ? (
          <QueryError what="the settings" query={query} />
        ) : (
          <SkeletonLines lines={8} label="Loading the settings" />
        )
      ) : (
        <div className="flex flex-col gap-5">
          <Panel title="People">
            <p className="text-sm text-muted">
              Who signs in, and as what. An admin{" "}
              <TextLink href={paths.people()}>changes roles and ends sessions</TextLink>.
            </p>
          </Panel>
          <Panel title="API keys">
            <p className="text-sm text-muted">
              Workers and other programs show a key of their own. An admin{" "}
              <TextLink href={paths.keys()}>makes, replaces and revokes them</TextLink>.
            </p>
          </Panel>
          <RetentionPanel retention={data.retention} />
          <WebhookPanel webhook={data.webhook} now={data.now} />
        </div>
      )}
    </>
  );
}
