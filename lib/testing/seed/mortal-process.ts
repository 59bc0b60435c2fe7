/**
 * A worker that can die like a process: from one moment on none of its timers fires, none of its calls arrives, and no
 * answer reaches it. What it had under way stays as the kill left it. Or it freezes, as a machine that sleeps: until it
 * thaws, and then it goes on as if nothing had been.
 */

import type { Backend } from "@/lib/sdk/backend";
import type { Clock } from "@/lib/sdk/clock";
import type { Renew } from "@/lib/sdk/heartbeat/beat";
import type { Heartbeats } from "@/lib/sdk/heartbeat/heartbeats";
import { inProcessHeartbeats } from "@/lib/sdk/heartbeat/in-process-heartbeats";

export type MortalProcess = {
  clock: Clock;
  isDead(): boolean;
  kill(): void;
  isFrozen(): boolean;
  freeze(): void;
  thaw(): void;
  /** Goes on only while it lives. */
  alive<T>(work: () => Promise<T>): Promise<T>;
  wrap(backend: Backend): Backend;
  heartbeats(renew: Renew): Heartbeats;
};

export function mortalProcess(time: Clock): MortalProcess {
  const cancels = new Set<() => void>();
  let dead = false;
  let frozen: { thawed: Promise<void>; thaw: () => void } | null = null;
  const never = new Promise<never>(() => {});

  const clock: Clock = {
    monotonicMs: () => time.monotonicMs(),
    wallMs: () => time.wallMs(),
    after(ms, then) {
      if (dead) return () => {};
      const cancel = time.after(ms, () => {
        if (frozen === null) return fire();
        void frozen.thawed.then(() => cancels.has(cancel) && fire());
      });
      const fire = () => {
        cancels.delete(cancel);
        then();
      };
      cancels.add(cancel);
      return () => {
        cancels.delete(cancel);
        cancel();
      };
    },
  };

  async function alive<T>(work: () => Promise<T>): Promise<T> {
    await frozen?.thawed;
    if (dead) return never;
    try {
      const done = await work();
      await frozen?.thawed;
      return dead ? await never : done;
    } catch (error) {
      await frozen?.thawed;
      if (dead) return never;
      throw error;
    }
  }

  return {
    clock,
    isDead: () => dead,
    kill() {
      dead = true;
      for (const cancel of cancels) cancel();
    },
    isFrozen: () => frozen !== null,
    freeze() {
      let thaw = () => {};
      const thawed = new Promise<void>((resolve) => {
        thaw = resolve;
      });
      frozen = { thawed, thaw };
    },
    thaw() {
      const { thaw } = frozen ?? { thaw: () => {} };
      frozen = null;
      thaw();
    },
    alive,
    wrap: (backend) => ({
      startRun: (...ask) => alive(() => backend.startRun(...ask)),
      registerWorker: (...ask) => alive(() => backend.registerWorker(...ask)),
      workerLearned: (...ask) => alive(() => backend.workerLearned(...ask)),
      workerSeen: (...ask) => alive(() => backend.workerSeen(...ask)),
      workerEnded: (...ask) => alive(() => backend.workerEnded(...ask)),
      claim: (...ask) => alive(() => backend.claim(...ask)),
      record: (...ask) => alive(() => backend.record(...ask)),
      begin: (...ask) => alive(() => backend.begin(...ask)),
      hold: (...ask) => alive(() => backend.hold(...ask)),
      guard: (...ask) => alive(() => backend.guard(...ask)),
      readGuarded: (...ask) => alive(() => backend.readGuarded(...ask)),
      report: (...ask) => alive(() => backend.report(...ask)),
      unsettledActions: (...ask) => alive(() => backend.unsettledActions(...ask)),
      takeSecond: (...ask) => alive(() => backend.takeSecond(...ask)),
      takeProbe: (...ask) => alive(() => backend.takeProbe(...ask)),
      reportProbe: (...ask) => alive(() => backend.reportProbe(...ask)),
      sweep: (...ask) => alive(() => backend.sweep(...ask)),
      encode: (...ask) => backend.encode(...ask),
      openHeartbeats: () => backend.openHeartbeats(),
    }),
    heartbeats: (renew) => inProcessHeartbeats((lease) => alive(() => renew(lease)), clock),
  };
}
