/** The shapes of results that a worker's code reads: declared with its workflows, or met while it executed runs. */

import type { WorkerShape } from "@/lib/progress/worker";
import type { AnyWorkflow } from "../workflow";

/** Step names may be made up as code goes; those beyond are judged when a worker opens them. */
const shapesMax = 500;

const keyOf = ({ workflow, step }: WorkerShape): string => `${workflow}\u001f${step}`;
const sameShape = (a: WorkerShape | undefined, b: WorkerShape): boolean =>
  a?.schemaVersion === b.schemaVersion && a.migratesFrom.join() === b.migratesFrom.join();

export class MetShapes {
  private readonly known: Map<string, WorkerShape>;
  private hasNews = false;

  constructor(workflows: readonly AnyWorkflow[]) {
    this.known = new Map(workflows.flatMap(declared).map((shape) => [keyOf(shape), shape]));
  }

  all(): WorkerShape[] {
    return [...this.known.values()];
  }

  readonly meet = (shape: WorkerShape): void => {
    const key = keyOf(shape);
    const known = this.known.get(key);
    if (sameShape(known, shape) || (known === undefined && this.known.size >= shapesMax)) return;
    this.known.set(key, shape);
    this.hasNews = true;
  };

  /** Tells what is new, until it was heard. */
  async tell(listen: (shapes: WorkerShape[]) => Promise<void>): Promise<void> {
    if (!this.hasNews) return;
    this.hasNews = false;
    await listen(this.all()).catch((error) => {
      this.hasNews = true;
      throw error;
    });
  }
}

function declared({ name, schemas }: AnyWorkflow): WorkerShape[] {
  return Object.entries(schemas).map(([step, { version = 1, migrate = {} }]) => ({
    workflow: name,
    step,
    schemaVersion: version,
    migratesFrom: Object.keys(migrate).map(Number),
  }));
}
