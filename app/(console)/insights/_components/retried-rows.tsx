"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/shell/query-error";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { pageQueries } from "@/lib/client/page-queries";
import { paths } from "@/lib/client/paths";
import { RowsList, rowClass } from "./rows-list";

type Asked = Parameters<typeof pageQueries.retries>[0];

/** The attempts, the steps or actions, or the runs of one bar: each listed once. */
export function RetriedRows({
  title,
  asked,
  unit,
  onClose,
}: {
  title: string;
  asked: Asked;
  unit: "attempts" | "items" | "runs";
  onClose: () => void;
}) {
  const query = useQuery(pageQueries.retries(asked));
  const { data, error } = query;
  if (error && !data) return <QueryError what="these retries" query={query} />;
  const nameOf = { attempts: "attemptId", items: "itemId", runs: "runId" } as const;
  const named = (data?.rows ?? []).flatMap((row) => {
    const key = row[nameOf[unit]];
    return key === null ? [] : [[key, row] as const];
  });
  const rows = [...new Map(named)];
  return (
    <RowsList
      title={title}
      count={data ? rows.length : null}
      onClose={onClose}
      note={data?.more ? "These are the newest; there are more than one page can list." : null}
    >
      {rows.map(([key, { itemId, runId, name, number, at }]) => (
        <li key={key} className={rowClass}>
          {asked.half === "actions" && unit !== "runs" ? (
            <TextLink href={paths.action(itemId)}>{name}</TextLink>
          ) : runId === null ? null : (
            <TextLink href={paths.run(runId)}>{shortId("run", runId)}</TextLink>
          )}
          {asked.half === "steps" && unit !== "runs" ? <span>{name}</span> : null}
          {unit === "attempts" ? (
            <>
              <span className="text-muted">attempt {number}</span>
              <Timestamp at={at} />
            </>
          ) : null}
        </li>
      ))}
    </RowsList>
  );
}
