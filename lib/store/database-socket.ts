/**
 * Sockets to Postgres that notice a peer which vanished without a word. TCP takes a quarter of an hour to give up on one,
 * and postgres.js waits as long as TCP does: a statement that is not answered in time ends its socket, and the pool opens
 * another. For connections that carry one statement at a time: where several share one, a reply to the first would hide that
 * the next is due.
 */

import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import type postgres from "postgres";

/** The code of the error with which such a statement ends; whether it was applied is not known. */
export const silentCode = "CONNECTION_SILENT";

/** So that also a connection that is owed nothing is found dead before a statement is lost on it. */
const keepAliveAfterMs = 10_000;

type DialOptions = Pick<postgres.ParsedOptions, "host" | "port" | "path" | "ssl">;

/** Both on the monotonic clock. */
type Watched = { socket: Duplex; owedSinceMs: number | null; spokeMs: number };

/** What postgres.js opens the connections of one pool with. */
export function dialing(silenceMaxMs: number): (options: DialOptions) => Promise<Duplex> {
  const pool = new Set<Watched>();
  let dialed = 0;
  return async ({ host, port, path, ssl }) => {
    const at = dialed++ % port.length;
    // postgres.js listens for errors in the microtasks that follow; begun in one, connecting fails only after them.
    await null;
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs, noDelay: true };
    const to = typeof path === "string" ? { path } : { host: host[at], port: port[at] ?? 5432 };
    const raw = connect({ ...to, ...keepAlive });
    // A TLS socket reads beneath its own socket, where nothing could be watched.
    const socket = ssl ? new Relay(raw) : raw;
    // postgres.js takes the name that a certificate must have from here.
    Object.assign(socket, { host: host[at], port: port[at] });
    watch(socket, pool, silenceMaxMs, (reply) => Boolean(ssl) || endsReply(reply));
    return socket;
  };
}

function watch(socket: Duplex, pool: Set<Watched>, silenceMaxMs: number, isAnswer: (reply: Buffer) => boolean): void {
  const watched: Watched = { socket, owedSinceMs: null, spokeMs: performance.now() };
  pool.add(watched);
  const write = socket.write;
  // Nothing else tells when postgres.js asks: its events only speak of answers.
  socket.write = function noticed(this: Duplex, ...args: unknown[]) {
    watched.owedSinceMs = performance.now();
    return Reflect.apply(write, this, args) as boolean;
  };
  socket.on("data", (reply: Buffer) => {
    watched.spokeMs = performance.now();
    if (watched.owedSinceMs !== null) watched.owedSinceMs = isAnswer(reply) ? null : watched.spokeMs;
  });
  const looking = setInterval(() => {
    if (watched.owedSinceMs !== null && performance.now() - watched.owedSinceMs >= silenceMaxMs) {
      endSilent(watched, watched.owedSinceMs, pool, silenceMaxMs);
    }
  }, silenceMaxMs / 8).unref();
  socket.on("close", () => {
    clearInterval(looking);
    pool.delete(watched);
  });
}

/** Of the pool's others, those that are idle and have not spoken since went the same way, as far as anyone can tell. */
function endSilent({ socket }: Watched, sinceMs: number, pool: Set<Watched>, silenceMaxMs: number): void {
  for (const other of pool) if (other.owedSinceMs === null && other.spokeMs < sinceMs) other.socket.destroy();
  const silent = new Error(`PostgreSQL has not answered for ${silenceMaxMs} ms.`);
  socket.destroy(Object.assign(silent, { code: silentCode }));
}

/** "Ready for query" is the last message of every reply. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);
const endsReply = (reply: Buffer): boolean => reply.subarray(-ready.length - 1, -1).equals(ready);

/** Passes on what a socket reads and writes. */
class Relay extends Duplex {
  constructor(private readonly socket: Socket) {
    super();
    socket.on("data", (bytes) => this.push(bytes) || socket.pause());
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }
  override _read(): void {
    this.socket.resume();
  }
  override _write(bytes: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(bytes, encoding, done);
  }
  override _final(done: () => void): void {
    this.socket.end(done);
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
