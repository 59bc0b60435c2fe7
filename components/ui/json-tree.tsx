"use client";

import { collapseAllNested, JsonView } from "react-json-view-lite";
import { visibleJson, visibleText } from "@/lib/visible-text";

/** Text only: the viewer renders every value as escaped text, whatever a payload holds. */
export function JsonTree({ value }: { value: unknown }) {
  if (value === null || typeof value !== "object") {
    return (
      <pre className="py-1 font-mono text-xs break-words whitespace-pre-wrap">
        {visibleText(JSON.stringify(value) ?? "undefined")}
      </pre>
    );
  }
  // What went in is an object or a list, and so is what comes out.
  return (
    <JsonView
      data={visibleJson(value) as object}
      shouldExpandNode={collapseAllNested}
      clickToExpandNode
      style={style}
      aria-label="JSON"
    />
  );
}

const toggle = "mr-1 inline-block w-4 text-center text-faint cursor-pointer rounded-sm select-none";

const style = {
  container: "overflow-x-auto pr-16 py-1 font-mono text-xs leading-5 whitespace-pre-wrap break-words",
  basicChildStyle: "pl-4",
  childFieldsContainer: "m-0 p-0 list-none",
  label: "mr-1.5 text-muted",
  clickableLabel: "mr-1.5 text-muted cursor-pointer hover:text-ink",
  nullValue: "text-faint italic",
  undefinedValue: "text-faint italic",
  numberValue: "text-info-on-soft",
  booleanValue: "text-info-on-soft",
  stringValue: "text-ok-on-soft",
  otherValue: "text-ink",
  punctuation: "text-faint",
  expandIcon: `${toggle} after:content-['▸']`,
  collapseIcon: `${toggle} after:content-['▾']`,
  collapsedContent: "text-faint after:content-['…']",
};
