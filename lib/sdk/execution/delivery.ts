/**
 * Hands results to the workflow's code one at a time, with a turn of the event loop between two, and in the order in
 * which they were recorded. So a race that was won once is won by the same side in every later execution.
 */

/** In the first the code may still take a turn of its own before it asks for more. */
const quietTurnsMin = 2;

type Place = { ready: boolean; deliver: () => void };

export class Deliveries {
  private readonly unreleased: number[];
  private readonly asked = new Map<number, () => void>();
  private readonly places: Place[] = [];
  private asks = 0;
  private asksAtLastTurn = 0;
  private quietTurns = 0;
  private scheduled = false;
  /** The highest number that the code was given. */
  latest = 0;

  /** `afterEach` is called once the code has gone on as far as it can with what it was given. */
  constructor(
    recorded: readonly number[],
    private readonly afterEach: () => void,
  ) {
    this.unreleased = [...recorded].sort((a, b) => a - b);
  }

  /** Nothing is recorded that the code has not been given yet. */
  get caughtUp(): boolean {
    return this.unreleased.length === 0;
  }

  get empty(): boolean {
    return this.asked.size === 0 && this.places.length === 0;
  }

  /** A recorded result waits for lower numbers that are asked for as well, or until the code asks for nothing more. */
  askRecorded(number: number, deliver: () => void): void {
    this.asks += 1;
    this.asked.set(number, deliver);
    this.schedule();
  }

  /** Keeps the place of a new result behind all that came before it; the returned function says that it may be given. */
  place(deliver: () => void): () => void {
    const place: Place = { ready: false, deliver };
    this.places.push(place);
    return () => {
      place.ready = true;
      this.schedule();
    };
  }

  /** A new ask of any kind: the code is not at rest yet. */
  noteAsk(): void {
    this.asks += 1;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.turn();
    });
  }

  private turn(): void {
    const delivered = this.asked.size > 0 ? this.releaseRecorded() : this.releasePlaced();
    if (this.asked.size > 0 || this.places[0]?.ready) this.schedule();
    if (delivered) this.afterEach();
  }

  private releaseRecorded(): boolean {
    const lowest = Math.min(...this.asked.keys());
    const isNext = lowest === this.unreleased[0];
    this.quietTurns = this.asks === this.asksAtLastTurn ? this.quietTurns + 1 : 0;
    this.asksAtLastTurn = this.asks;
    if (!isNext && this.quietTurns < quietTurnsMin) return false;
    this.quietTurns = 0;
    const deliver = this.asked.get(lowest);
    this.asked.delete(lowest);
    this.unreleased.splice(this.unreleased.indexOf(lowest), 1);
    this.latest = Math.max(this.latest, lowest);
    deliver?.();
    return true;
  }

  private releasePlaced(): boolean {
    if (!this.places[0]?.ready) return false;
    this.places.shift()?.deliver();
    return true;
  }
}
