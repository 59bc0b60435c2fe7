"use client";

import type { z } from "zod";
import { classLook, incidentLook, severityWords } from "@/components/review/incident-state";
import { rangeWords, type Window, windowWords } from "@/components/table/time-window";
import { useZone } from "@/components/ui/clock";
import { FilterChips } from "@/components/ui/filter-chips";
import { LiftChip } from "@/components/ui/lift-chip";
import { Select } from "@/components/ui/select";
import type { IncidentCounts } from "@/lib/api/contract/incident";
import { incidentClasses, incidentStates, severities } from "@/lib/review/incident";
import type { IncidentParams } from "../search-params";

export function IncidentFiltersBar({
  params,
  onChange,
  counts,
}: {
  params: IncidentParams;
  onChange: (values: Partial<IncidentParams>) => unknown;
  counts: z.output<typeof IncidentCounts> | undefined;
}) {
  const zone = useZone();
  const { classes, states, severities: levels, owner, within } = params;
  const range = within === null ? rangeWords(params, zone) : null;
  return (
    <div className="flex flex-col gap-2.5 border-b p-3">
      <FilterChips
        label="Class"
        value={classes.length === 1 ? (classes[0] ?? null) : null}
        onValueChange={(value) => onChange({ classes: value === null ? [] : [value] })}
        options={incidentClasses.map((value) => {
          const { label, icon: Icon } = classLook[value];
          return { value, label, icon: <Icon aria-hidden />, count: counts?.classes[value] };
        })}
      />
      <FilterChips
        label="State"
        value={states.length === 1 ? (states[0] ?? null) : null}
        onValueChange={(value) => onChange({ states: value === null ? [] : [value] })}
        options={incidentStates.map((value) => {
          const { label, icon: Icon } = incidentLook[value];
          return { value, label, icon: <Icon aria-hidden />, count: counts?.states[value] };
        })}
      />
      <div className="flex flex-wrap items-end gap-2.5">
        <Select
          className="max-sm:w-full"
          label={<span className="sr-only">Severity</span>}
          value={levels[0] ?? ""}
          onValueChange={(value) => onChange({ severities: value === "" ? [] : [value] })}
          options={[
            { value: "", label: "Any severity" },
            ...severities.map((value) => ({ value, label: severityWords[value].label })),
          ]}
        />
        <Select
          className="max-sm:w-full"
          label={<span className="sr-only">Owner</span>}
          value={owner ?? ""}
          onValueChange={(value) => onChange({ owner: value === "" ? null : value })}
          options={[
            { value: "", label: "Any owner" },
            { value: "me", label: "Owned by me" },
            { value: "nobody", label: "Owned by nobody" },
          ]}
        />
        <Select
          className="max-sm:w-full"
          label={<span className="sr-only">Seen</span>}
          value={within ?? (range === null ? "" : "range")}
          onValueChange={(value) => onChange({ within: value === "" ? null : (value as Window), from: null, to: null })} // options below
          options={[
            { value: "", label: "Seen at any time" },
            ...Object.entries(windowWords).map(([value, label]) => ({ value, label: `Seen in the ${label}` })),
            ...(range === null ? [] : [{ value: "range", label: "Chosen range", disabled: true }]),
          ]}
        />
      </div>
      {range === null ? null : (
        <div className="flex flex-wrap gap-1.5">
          <LiftChip onLift={() => onChange({ from: null, to: null })}>{range}</LiftChip>
        </div>
      )}
    </div>
  );
}
