"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { ApiKey } from "@/lib/api/contract/key";
import { isUsable } from "@/lib/auth/keys/api-key";
import { keyQueries } from "@/lib/client/key-queries";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { KeyRow } from "./key-row";
import { MakeKeyButton } from "./make-key-button";
import { RotateKeyDialog } from "./rotate-key-dialog";

/** What programs show in place of a session. */
export function KeysScreen({ role }: { role: Role }) {
  if (role === "admin") return <Keys />;
  return (
    <EmptyState icon={<KeyRound aria-hidden />} title="Only an admin sees the keys of programs">
      Ask an admin for a key, or go back to the <TextLink href={paths.settings()}>settings</TextLink>.
    </EmptyState>
  );
}

function Keys() {
  const query = useQuery(keyQueries.list());
  const [rotating, setRotating] = useState<{ apiKey: ApiKey; times: number } | null>(null);
  const [open, setOpen] = useState(false);
  const { data, error } = query;
  const good = data?.keys.filter((key) => isUsable(key, data.now)) ?? [];
  const ended = data?.keys.filter((key) => !good.includes(key)) ?? [];
  return (
    <>
      <PageHeader
        title="API keys"
        facts="A worker, a guarded program or a report shows a key in place of a person's session. No key decides, resumes or settles."
        live={<QueryLiveChip query={query} />}
      />
      {data === undefined ? (
        error ? (
          <QueryError what="the keys" query={query} />
        ) : (
          <SkeletonLines lines={6} label="Loading the keys" />
        )
      ) : (
        <div className="flex flex-col gap-5">
          <Panel title="In use" actions={<MakeKeyButton />} flush={good.length > 0}>
            {good.length === 0 ? (
              <EmptyState icon={<KeyRound aria-hidden />} title="No program has a key yet">
                Make one per program, so that each can be revoked by itself.
              </EmptyState>
            ) : (
              <ul aria-label="Keys in use" className="divide-y">
                {good.map((key) => (
                  <KeyRow
                    key={key.id}
                    apiKey={key}
                    now={data.now}
                    onRotate={() => {
                      setRotating({ apiKey: key, times: (rotating?.times ?? 0) + 1 });
                      setOpen(true);
                    }}
                  />
                ))}
              </ul>
            )}
          </Panel>
          {rotating ? (
            <RotateKeyDialog key={rotating.times} apiKey={rotating.apiKey} open={open} onOpenChange={setOpen} />
          ) : null}
          {ended.length > 0 ? (
            <Panel title="Ended" note="kept, so that what they did can be told" flush>
              <ul aria-label="Ended keys" className="divide-y">
                {ended.map((key) => (
                  <KeyRow key={key.id} apiKey={key} now={data.now} />
                ))}
              </ul>
            </Panel>
          ) : null}
        </div>
      )}
    </>
  );
}
