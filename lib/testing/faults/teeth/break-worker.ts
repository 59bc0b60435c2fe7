/** Breaks what a worker process runs, from outside: the product's own code has no switch for it. */

import type { Engine } from "@/lib/engine/engine";
import type { Backend, BeginAsk } from "@/lib/sdk/backend";
import type { Payload } from "../fixture";

type Sound = { engine: Engine; backend: Backend; worldUrl: string };
export type Broken = { backend: Backend; perform?: (path: string, payload: Payload) => Promise<unknown> };

const breaks: Record<string, (sound: Sound) => Broken> = {
  effect_before_row: ({ backend, worldUrl }) => ({
    backend: {
      ...backend,
      async begin(ask) {
        await send(worldUrl, ask);
        return backend.begin(ask);
      },
    },
    perform: async () => ({ id: "sent before" }),
  }),
  key_with_attempt: ({ backend }) => ({
    backend: {
      ...backend,
      begin: (ask) => backend.begin({ ...ask, intent: { ...ask.intent, occurrence: ask.attemptId } }),
    },
  }),
  arrays_sorted({ engine, backend }) {
    const { sha256 } = engine.hash;
    engine.hash = { ...engine.hash, sha256: (text) => sha256(sortedForm(text)) };
    return { backend };
  },
};

/** The broken variants that are broken in the worker. */
export const workerBreaks = Object.keys(breaks);

export const breakWorker = (tooth: string | null, sound: Sound): Broken =>
  (tooth !== null && breaks[tooth]?.(sound)) || { backend: sound.backend };

const paths: Record<string, string> = { "refund.create": "refund", "mail.send": "mail", "card.charge": "charge" };

async function send(worldUrl: string, { intent }: BeginAsk): Promise<void> {
  const body = JSON.stringify({ marker: "sent before", payload: intent.payload });
  await fetch(`${worldUrl}/${paths[intent.type]}`, { method: "POST", body }).catch(() => {});
}

/** Of a canonical form, which is a version and JSON. */
function sortedForm(text: string): string {
  const [, version = "", json = ""] = /^(v\d+:)([\s\S]*)$/.exec(text) ?? [];
  return version === "" ? text : `${version}${JSON.stringify(sorted(JSON.parse(json)))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]));
}
