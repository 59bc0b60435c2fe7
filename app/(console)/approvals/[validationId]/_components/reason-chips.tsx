"use client";

const reasons = ["Wrong content", "Wrong customer", "Not agreed", "Needs more information", "No longer needed"];

/** The usual reasons under the thumb; they fill the field, where more can be added. */
export function ReasonChips({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Usual reasons</legend>
      {reasons.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={reason.startsWith(each)}
          onClick={() => onReason(withReason(reason, each))}
          className="h-8 rounded-full border border-line-strong bg-raised px-3 text-sm hover:bg-hover aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-on-ink max-sm:h-11"
        >
          {each}
        </button>
      ))}
    </fieldset>
  );
}

/** Changes the opening, keeps what was typed behind it; the same chip again takes it out. */
function withReason(reason: string, chosen: string): string {
  const former = reasons.find((each) => reason.startsWith(each));
  const rest = (former === undefined ? reason : reason.slice(former.length)).replace(/^[:,.\s]+/, "");
  if (former === chosen) return rest;
  return rest === "" ? chosen : `${chosen}: ${rest}`;
}
