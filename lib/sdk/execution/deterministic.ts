/** Time and randomness that are the same in every execution of a run. */

import { createHash } from "node:crypto";
import { hyphenated } from "../new-id";

export class Deterministic {
  private latestMs: number;
  private drawn = 0;

  constructor(
    private readonly runId: string,
    createdAtMs: number,
  ) {
    this.latestMs = createdAtMs;
  }

  /** A result of that time was given to the code. */
  advance(atMs: number): void {
    this.latestMs = Math.max(this.latestMs, atMs);
  }

  now(): Date {
    return new Date(this.latestMs);
  }

  /** The upper 53 bits: as many as a number keeps exactly. */
  random(): number {
    return Number(this.draw().readBigUInt64BE(0) >> 11n) / 2 ** 53;
  }

  /** Looks like a random UUID (version 4), since it carries no time. */
  uuid(): string {
    const bytes = this.draw();
    bytes.writeUInt8(0x40 | (bytes.readUInt8(6) & 0x0f), 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return hyphenated(bytes.toString("hex", 0, 16));
  }

  private draw(): Buffer {
    this.drawn += 1;
    return createHash("sha256").update(`${this.runId}#${this.drawn}`).digest();
  }
}
