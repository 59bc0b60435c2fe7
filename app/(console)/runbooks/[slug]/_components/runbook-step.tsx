"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { toast } from "sonner";
import type { z } from "zod";
import { Markdown } from "@/components/ui/markdown";
import { Timestamp } from "@/components/ui/timestamp";
import { operatorMay } from "@/lib/api/contract/command";
import type { RunbookView } from "@/lib/api/contract/runbook";
import { newNonce } from "@/lib/client/nonce";
import { runbookCommands } from "@/lib/client/runbook-queries";
import type { Role } from "@/lib/progress/validation";

type View = z.output<typeof RunbookView>;

/** One numbered step. Its tick says that somebody did it, and who; it does nothing by itself. */
export function RunbookStep({
  slug,
  step,
  context,
  links,
  role,
}: {
  slug: string;
  step: { hash: string; number: number; text: string };
  context: View["context"];
  links: Readonly<Record<string, string>>;
  role: Role;
}) {
  const id = useId();
  const client = useQueryClient();
  const sending = useRef(false);
  const tick = context?.followed.find(({ hash, undone }) => hash === step.hash && undone === null);
  const change = useMutation({
    mutationFn: (about: NonNullable<View["context"]>) => {
      const ask = { nonce: newNonce(), object: about.object };
      return runbookCommands.follow(
        slug,
        tick ? { ...ask, done: false, followedId: tick.id } : { ...ask, done: true, hash: step.hash },
      );
    },
    onError: (error) => toast.error("The tick is not known to be kept", { description: error.message }),
    onSettled: async () => {
      await client.invalidateQueries();
      sending.current = false;
    },
  });
  const may = operatorMay(role, "follow");
  function press() {
    // A second click comes before the first one's answer is drawn.
    if (context === null || !may || sending.current) return;
    sending.current = true;
    change.mutate(context);
  }
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-2.5 rounded-md py-1.5">
      {context === null ? (
        <span />
      ) : (
        <input
          id={id}
          type="checkbox"
          aria-labelledby={`${id}-number ${id}-text`}
          aria-describedby={may ? undefined : `${id}-off`}
          aria-disabled={!may || change.isPending || undefined}
          checked={tick !== undefined}
          onChange={press}
          className="mt-0.5 size-5 shrink-0 accent-(--info) max-sm:size-6"
        />
      )}
      <span id={`${id}-number`} className="min-w-5 text-sm font-medium text-muted">
        {step.number}.
      </span>
      <div className="min-w-0">
        <div id={`${id}-text`}>
          <Markdown text={step.text} links={links} />
        </div>
        {tick ? (
          <p className="mt-0.5 text-xs text-muted">
            {tick.by}, <Timestamp at={tick.at} />
          </p>
        ) : null}
        {context !== null && !may ? (
          <span id={`${id}-off`} className="sr-only">
            Your role may look, not tick. Ask an operator, a lead or an admin.
          </span>
        ) : null}
      </div>
    </li>
  );
}
