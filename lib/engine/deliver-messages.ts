/** Sends due messages through the webhook. A receiver that is down delays its messages and nothing else. */

import type { Engine } from "./engine";
import type { Message } from "./message-store";

/** Never throws: what went wrong is said in one sentence. */
export type SendMessage = (message: Message) => Promise<{ delivered: true } | { delivered: false; error: string }>;

/** As many as are sent at once: a batch takes no longer than its slowest try. */
const batchSize = 20;

/** Returns how many were delivered. */
export async function deliverMessages(engine: Engine, send: SendMessage): Promise<number> {
  const due = await engine.messages.take(batchSize);
  const sent = await Promise.all(
    due.map(async (message) => {
      const answer = await send(message);
      if (answer.delivered) await engine.messages.delivered(message.id);
      else await engine.messages.failed(message.id, answer.error);
      return answer.delivered;
    }),
  );
  return sent.filter((delivered) => delivered).length;
}
