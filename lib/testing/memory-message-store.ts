/** The webhook's messages in memory. */

import { type Message, type MessageStore, messageRetryMs, messageTriesMax } from "@/lib/engine/message-store";
import { page } from "./memory-progress-reads";

export function memoryMessageStore(now: () => number): MessageStore {
  const messages = new Map<string, Message>();
  const newestFirst = () => [...messages.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return {
    async record(fresh) {
      let recorded = 0;
      for (const message of fresh) {
        const key = `${message.objectId} ${message.event} ${message.occasion}`;
        if (messages.has(key)) continue;
        const blank = { tries: 0, nextTryAt: now(), deliveredAt: null, givenUpAt: null, error: null };
        messages.set(key, { ...message, ...blank });
        recorded += 1;
      }
      return recorded;
    },
    async take(limit) {
      const due = [...messages.values()]
        .filter(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now())
        .sort((a, b) => (a.nextTryAt ?? 0) - (b.nextTryAt ?? 0))
        .slice(0, limit);
      for (const message of due) {
        message.tries += 1;
        message.nextTryAt = now() + messageRetryMs(message.tries);
      }
      return structuredClone(due);
    },
    async delivered(id) {
      const message = find(id);
      if (message?.deliveredAt === null) {
        Object.assign(message, { deliveredAt: now(), nextTryAt: null, givenUpAt: null, error: null });
      }
    },
    async failed(id, error) {
      const message = find(id);
      if (!message || message.nextTryAt === null) return;
      message.error = error;
      if (message.tries >= messageTriesMax) Object.assign(message, { givenUpAt: now(), nextTryAt: null });
    },
    list: async ({ objectId, limit }) =>
      structuredClone(
        newestFirst()
          .filter((message) => objectId === undefined || message.objectId === objectId)
          .slice(0, limit),
      ),
    async count() {
      const all = [...messages.values()];
      return {
        delivered: all.filter((message) => message.deliveredAt !== null).length,
        waiting: all.filter((message) => message.nextTryAt !== null).length,
        givenUp: all.filter((message) => message.givenUpAt !== null).length,
      };
    },
    async listEnded({ before, ...ask }) {
      const ended = [...messages.values()].filter(({ at, nextTryAt }) => nextTryAt === null && at < before);
      return structuredClone(page(ended, { by: ({ at }) => at, descending: false }, ask));
    },
    async remove(ids) {
      const gone = [...messages].filter(([, { id, nextTryAt }]) => nextTryAt === null && ids.includes(id));
      for (const [key] of gone) messages.delete(key);
      return gone.length;
    },
  };

  function find(id: string): Message | undefined {
    return [...messages.values()].find((message) => message.id === id);
  }
}
