"use client";

import { actionLook } from "@/components/ledger/state";
import { rangeWords, type Window, windowWords } from "@/components/table/time-window";
import { useZone } from "@/components/ui/clock";
import { FilterChips } from "@/components/ui/filter-chips";
import { LiftChip } from "@/components/ui/lift-chip";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { type ActionState, actionStates } from "@/lib/ledger/action";
import type { ActionParams } from "../search-params";
import { figureWords } from "./filter-words";

type Change = (values: Partial<ActionParams> | null) => unknown;

// Unknown first: it is what somebody comes here for.
const order: readonly ActionState[] = ["unknown", ...actionStates.filter((state) => state !== "unknown")];

export function ActionFiltersBar({
  params,
  onChange,
  destinations,
}: {
  params: ActionParams;
  onChange: Change;
  destinations: readonly { name: string; title: string }[];
}) {
  const zone = useZone();
  const { states, destination, text, within } = params;
  const figure = figureWords(params);
  const range = within === null ? rangeWords(params, zone) : null;
  return (
    <div className="flex flex-col gap-2.5 border-b p-3">
      <FilterChips
        label="Outcome"
        value={states.length === 1 ? (states[0] ?? null) : null}
        onValueChange={(state) => onChange({ states: state === null ? [] : [state] })}
        options={order.map((state) => {
          const { label, icon: Icon } = actionLook[state];
          return { value: state, label, icon: <Icon aria-hidden /> };
        })}
      />
      <div className="flex flex-wrap items-end gap-2.5">
        <search className="min-w-48 flex-1 max-sm:basis-full sm:max-w-72">
          <TextField
            label={<Label>Search</Label>}
            type="search"
            placeholder="Ticket, type, run or id"
            value={text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </search>
        <Select
          className="max-sm:flex-1"
          label={<Label>Destination</Label>}
          value={destination ?? ""}
          onValueChange={(name) => onChange({ destination: name === "" ? null : name })}
          options={[
            { value: "", label: "All destinations" },
            ...destinations.map(({ name, title }) => ({ value: name, label: title })),
          ]}
        />
        <Select
          className="max-sm:flex-1"
          label={<Label>Declared</Label>}
          value={within ?? (range === null ? "" : "range")}
          onValueChange={(value) => onChange({ within: value === "" ? null : (value as Window), from: null, to: null })} // options below
          options={[
            { value: "", label: "Any time" },
            ...Object.entries(windowWords).map(([value, label]) => ({ value, label: `Declared in the ${label}` })),
            ...(range === null ? [] : [{ value: "range", label: "Chosen range", disabled: true }]),
          ]}
        />
        <Select
          className="max-sm:flex-1"
          label={<Label>Near misses</Label>}
          value={params.nearMiss ?? ""}
          onValueChange={(value) => onChange({ nearMiss: value === "open" || value === "any" ? value : null })}
          options={[
            { value: "", label: "With or without near miss" },
            { value: "open", label: "Near misses that wait" },
            { value: "any", label: "All near misses" },
          ]}
        />
      </div>
      {figure !== null || range !== null || states.length > 1 ? (
        <div className="flex flex-wrap gap-1.5">
          {states.length > 1 ? (
            <LiftChip onLift={() => onChange({ states: [] })}>
              {states.map((state) => actionLook[state].label).join(" or ")}
            </LiftChip>
          ) : null}
          {figure !== null ? (
            <LiftChip onLift={() => onChange({ avoided: null, contradicted: null, longUnknown: null, retried: null })}>
              {figure}
            </LiftChip>
          ) : null}
          {range !== null ? <LiftChip onLift={() => onChange({ from: null, to: null })}>{range}</LiftChip> : null}
        </div>
      ) : null}
    </div>
  );
}

const Label = ({ children }: { children: string }) => <span className="sr-only">{children}</span>;
