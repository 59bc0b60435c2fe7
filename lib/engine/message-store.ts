/**
 * A message tells the outside, through the one webhook, that something happened to one object: once per event and
 * occasion. It is an outbox row: tried at growing intervals, given up visibly, and never in the way of a run.
 */

import type { Page } from "@/lib/progress/store";

export const messageEvents = [
  "person.needed",
  "action.unknown",
  "action.window_closing",
  "action.contradicted",
  "approval.asked",
  "approval.due",
  "review.ready",
] as const;
export type MessageEvent = (typeof messageEvents)[number];

export type NewMessage = {
  id: string;
  event: MessageEvent;
  objectKind: "run" | "action" | "validation" | "review";
  objectId: string;
  /** Which time it happened to the object: an execution or an attempt number; "" for what happens once. */
  occasion: string;
  /** How people know the object; never a payload. */
  name: string;
  /** The object's state when it was noticed. */
  state: string;
  /** When it happened. */
  at: number;
};

export type Message = NewMessage & {
  /** Begun tries to deliver it. */
  tries: number;
  /** Null once it is delivered or given up. */
  nextTryAt: number | null;
  deliveredAt: number | null;
  givenUpAt: number | null;
  /** Of the last try that failed: one sentence. */
  error: string | null;
};

export type MessageCounts = { delivered: number; waiting: number; givenUp: number };

/** The port behind which messages are kept. */
export interface MessageStore {
  /** Those already there are left as they are. Returns how many were new. */
  record(messages: NewMessage[]): Promise<number>;
  /** Due ones, each to one taker; a taker that dies leaves its messages to the next interval. */
  take(limit: number): Promise<Message[]>;
  delivered(id: string): Promise<void>;
  /** Gives up after the last try. */
  failed(id: string, error: string): Promise<void>;
  /** Newest first. */
  list(ask: { objectId?: string; limit: number }): Promise<Message[]>;
  count(): Promise<MessageCounts>;
  /** Delivered or given up, about something that happened before `before`; the oldest first. */
  listEnded(ask: EndedAsk): Promise<Page<Message>>;
  /** Returns how many of these were there and had ended. */
  remove(ids: string[]): Promise<number>;
}

export type EndedAsk = { before: number; cursor?: string; pageSize: number };

/** More than a try may take, so that no second process takes what the first one is still sending. */
export const messageRetryFirstMs = 30_000;
export const messageRetryMaxMs = 6 * 60 * 60 * 1000;
/** About a day and a half: a receiver that is down over night still gets everything. */
export const messageTriesMax = 14;

/** From the begin of the try with this number, counted from 1, to the next one. */
export const messageRetryMs = (tries: number): number =>
  Math.min(messageRetryMaxMs, messageRetryFirstMs * 2 ** (tries - 1));
