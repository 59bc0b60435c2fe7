"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { isActiveAdmin } from "@/lib/auth/people/person";
import { paths } from "@/lib/client/paths";
import { personQueries } from "@/lib/client/person-queries";
import type { Role } from "@/lib/progress/validation";
import { ChangesPanel } from "./changes-panel";
import { PersonRow } from "./person-row";

/** Who may come in, as what, and what was changed of that. */
export function PeopleScreen({ role }: { role: Role }) {
  if (role === "admin") return <People />;
  return (
    <EmptyState icon={<Users aria-hidden />} title="Only an admin sees the accounts">
      Ask an admin for another role, or go back to the <TextLink href={paths.settings()}>settings</TextLink>.
    </EmptyState>
  );
}

function People() {
  const query = useQuery(personQueries.list());
  const { data, error } = query;
  const admins = data?.people.filter(isActiveAdmin).length ?? 0;
  return (
    <>
      <PageHeader
        title="People"
        crumbs={[{ href: paths.settings(), label: "Settings" }]}
        facts="Who signs in here, and as what. What is changed counts from that person's next click on."
        live={<QueryLiveChip query={query} />}
      />
      {data === undefined ? (
        error ? (
          <QueryError what="the accounts" query={query} />
        ) : (
          <SkeletonLines lines={8} label="Loading the accounts" />
        )
      ) : (
        <div className="flex flex-col gap-5">
          <Panel title="Accounts" note={countWords(data.people.length)} flush>
            <ul aria-label="Accounts" className="divide-y">
              {data.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isMe={person.id === data.me}
                  otherAdmins={admins - (isActiveAdmin(person) ? 1 : 0)}
                  now={data.now}
                />
              ))}
            </ul>
          </Panel>
          <ChangesPanel changes={data.changes} />
        </div>
      )}
    </>
  );
}

const countWords = (count: number): string => (count === 1 ? "one account" : `${count} accounts`);
