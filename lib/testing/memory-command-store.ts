/** The operators' commands in memory. */

import type { Command, CommandStore } from "@/lib/engine/command-store";
import { page } from "./memory-progress-reads";

export function memoryCommandStore(now: () => number): CommandStore {
  const commands = new Map<string, Command>();
  const marks = new Map<string, unknown>();
  return {
    async accept(command) {
      const earlier = commands.get(command.id);
      if (earlier) return { accepted: false, earlier: structuredClone(earlier) };
      const blank = { after: null, state: "accepted", answer: null, observed: null, at: now() } as const;
      commands.set(command.id, structuredClone({ ...command, ...blank }));
      return { accepted: true };
    },
    async finish(id, end) {
      const command = commands.get(id);
      if (command?.state === "accepted") Object.assign(command, structuredClone(end));
    },
    async observe(id, text) {
      const command = commands.get(id);
      if (command) command.observed = text;
    },
    listByObject: async (objectId) =>
      structuredClone(
        [...commands.values()]
          .filter((command) => command.objectId === objectId)
          .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)),
      ),
    listRecent: async ({ from, limit, except = [] }) =>
      structuredClone(
        [...commands.values()]
          .filter((command) => command.at >= from && !except.includes(command.kind))
          .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
          .slice(0, limit),
      ),
    async listEnded({ before, ...ask }) {
      const ended = [...commands.values()].filter(({ state, at }) => state !== "accepted" && at < before);
      return structuredClone(page(ended, { by: ({ at }) => at, descending: false }, ask));
    },
    async remove(ids) {
      const gone = ids.filter((id) => commands.has(id) && commands.get(id)?.state !== "accepted");
      for (const id of gone) commands.delete(id);
      return gone.length;
    },
    getMark: async (name) => structuredClone(marks.get(name) ?? null),
    async setMark(name, value) {
      marks.set(name, structuredClone(value));
    },
  };
}
