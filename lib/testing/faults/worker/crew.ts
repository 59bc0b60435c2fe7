/** The campaign's worker processes: a few are always started ahead, so that a scenario need not wait for Node. */

import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Child, Children } from "@/lib/bin/product/children";
import { tsxChild } from "@/lib/bin/product/tsx-child";
import type { Assignment } from "./assignment";
import type { Conductor } from "./conductor";

export type CrewMember = { workerId: string; pid: number; exited: Promise<unknown>; isAlive(): boolean };

export type Crew = {
  hire(assignment: Assignment): CrewMember;
  /** Starts processes until so many wait. */
  prepare(count: number): void;
};

const program = path.join(path.dirname(fileURLToPath(import.meta.url)), "worker-process.ts");

export function createCrew(children: Children, conductor: Conductor): Crew {
  const spare: Child[] = [];
  const start = (): Child =>
    children.start(
      tsxChild("campaign worker", program, {
        env: { ...process.env, CONDUCTOR_URL: conductor.url, NODE_ENV: "production" },
        graceMs: 500,
      }),
    );
  const prepare = (count: number) => {
    while (spare.length < count) spare.push(start());
  };
  return {
    prepare,
    hire(assignment) {
      prepare(1);
      // prepare(1) left at least one.
      const child = spare.shift() as Child;
      const { pid } = child;
      if (pid === undefined) throw new Error(`A worker process could not be started: ${child.lastLines.join("\n")}`);
      let alive = true;
      void child.exited.then(() => {
        alive = false;
      });
      conductor.assign(pid, assignment);
      return { workerId: assignment.workerId, pid, exited: child.exited, isAlive: () => alive };
    },
  };
}
