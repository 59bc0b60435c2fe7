"use client";

import { CircleSlash2 as OpenIcon } from "lucide-react";
import type { z } from "zod";
import { runLook } from "@/components/progress/state";
import { rangeWords, type Window, windowWords } from "@/components/table/time-window";
import { useZone } from "@/components/ui/clock";
import { FilterChips } from "@/components/ui/filter-chips";
import { LiftChip } from "@/components/ui/lift-chip";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { RunCounts } from "@/lib/api/contract/run";
import type { RunState } from "@/lib/progress/run";
import type { RunParams } from "../search-params";
import { figureWords } from "./filter-words";

// What asks for somebody first, then what moves, then what is over.
const order: readonly RunState[] = [
  "needs_person",
  "blocked",
  "interrupted",
  "failed",
  "running",
  "waiting",
  "queued",
  "succeeded",
  "cancelled",
];

export function RunFiltersBar({
  params,
  onChange,
  counts,
}: {
  params: RunParams;
  onChange: (values: Partial<RunParams> | null) => unknown;
  counts: z.output<typeof RunCounts> | undefined;
}) {
  const zone = useZone();
  const { states, text, workflow, within, dealt } = params;
  const figure = figureWords(params);
  const range = within === null ? rangeWords(params, zone) : null;
  return (
    <div className="flex flex-col gap-2.5 border-b p-3">
      <FilterChips
        label="State"
        value={dealt ?? (states.length === 1 ? (states[0] ?? null) : null)}
        onValueChange={(value) =>
          onChange(
            value === "open" ? { dealt: "open", states: [] } : { dealt: null, states: value === null ? [] : [value] },
          )
        }
        options={[
          ...order.map((state) => {
            const { label, icon: Icon } = runLook[state];
            return { value: state, label, icon: <Icon aria-hidden />, count: counts?.[state] };
          }),
          {
            value: "open",
            label: "Stopped for good, not dealt with",
            icon: <OpenIcon aria-hidden />,
            count: counts?.open,
          },
        ]}
      />
      <div className="flex flex-wrap items-end gap-2.5">
        <search className="min-w-48 flex-1 sm:max-w-72">
          <TextField
            label={<span className="sr-only">Search</span>}
            type="search"
            placeholder="Ticket, logical run id or run id"
            value={text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </search>
        <Select
          label={<span className="sr-only">Started</span>}
          value={within ?? (range === null ? "" : "range")}
          onValueChange={(value) => onChange({ within: value === "" ? null : (value as Window), from: null, to: null })} // options below
          options={[
            { value: "", label: "Any time" },
            ...Object.entries(windowWords).map(([value, label]) => ({ value, label: `Started in the ${label}` })),
            ...(range === null ? [] : [{ value: "range", label: "Chosen range", disabled: true }]),
          ]}
        />
      </div>
      {figure !== null || range !== null || workflow !== null || states.length > 1 ? (
        <div className="flex flex-wrap gap-1.5">
          {states.length > 1 ? (
            <LiftChip onLift={() => onChange({ states: [] })}>
              {states.map((state) => runLook[state].label).join(" or ")}
            </LiftChip>
          ) : null}
          {workflow !== null ? (
            <LiftChip onLift={() => onChange({ workflow: null })}>workflow {workflow}</LiftChip>
          ) : null}
          {figure !== null ? (
            <LiftChip onLift={() => onChange({ retried: null, executed: null })}>{figure}</LiftChip>
          ) : null}
          {range !== null ? <LiftChip onLift={() => onChange({ from: null, to: null })}>{range}</LiftChip> : null}
        </div>
      ) : null}
    </div>
  );
}
