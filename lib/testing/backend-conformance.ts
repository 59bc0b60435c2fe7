/** What every backend of the SDK guarantees, whatever carries its calls: run by each backend's own test file. */

import { describe, expect, it } from "vitest";
import type { Claimed } from "@/lib/progress/store";
import type { WorkerRecord } from "@/lib/progress/worker";
import type { Backend, BeginAsk, GuardAsk, Holder, Intent, StartAsk } from "@/lib/sdk/backend";
import { ValueRefused } from "@/lib/sdk/errors";
import { newId } from "@/lib/sdk/new-id";
import { aDestination } from "./factories";

export type BackendUnderTest = {
  backend: Backend;
  /** Lets every lease run out. */
  loseLeases(): Promise<void>;
  decide(validationId: string, verdict: "approve" | "reject"): Promise<void>;
  askProbe(actionId: string): Promise<void>;
};

const crm = aDestination({ name: "crm", probe: { matchingField: "marker", horizonMs: 0, acceptsSilentHolders: true } });

export function backendConformance(name: string, open: () => Promise<BackendUnderTest>): void {
  describe(`${name}: runs`, () => {
    it("gives the first run back for a second start with the same logical run id", async () => {
      const { backend } = await open();
      const ask = aStart();
      const first = await backend.startRun(ask);
      const second = await backend.startRun({ ...ask, id: newId() });
      expect([first.created, second.created]).toEqual([true, false]);
      expect(second.run.id).toBe(first.run.id);
    });

    it("claims a run once, with its input as it was", async () => {
      const { backend } = await open();
      const { worker, ask, claimed } = await claimOne(backend);
      expect(claimed.run).toMatchObject({ id: ask.id, state: "running", executionCount: 1, token: 1 });
      expect(JSON.parse(claimed.input)).toEqual(ask.input);
      expect(claimed.leaseLeftMs).toBeLessThanOrEqual(ask.leaseMs);
      expect(await backend.claim(worker)).toBeNull();
    });

    it("keeps results in order, letter by letter, and hands them to the next execution", async () => {
      const under = await open();
      const { backend } = under;
      const { worker, claimed } = await claimOne(backend);
      const bodies = ['{"n":1}', '"a\\u0000b"', '"\\\\u0000"'];
      for (const [i, body] of bodies.entries()) {
        const stepId = newId();
        const answer = await backend.record(claimed.lease, {
          id: newId(),
          steps: [{ id: stepId, name: `s${i}`, occurrence: "", kind: "step", ordinal: i + 1, state: "done" }],
          checkpoints: [{ id: newId(), stepId, schemaName: `s${i}`, schemaVersion: 1, hash: "h", body }],
        });
        expect(answer).toMatchObject({ recorded: true });
      }
      await under.loseLeases();
      const again = await backend.claim(worker);
      expect(again).toMatchObject({ kind: "recovery", lease: { token: 2 } });
      expect(again?.recorded.map(({ number, body }) => [number, body])).toEqual(bodies.map((body, i) => [i + 1, body]));
    });

    it("applies a write once, however often it is sent", async () => {
      const { backend } = await open();
      const { claimed } = await claimOne(backend);
      const stepId = newId();
      const write = {
        id: newId(),
        steps: [{ id: stepId, name: "s", occurrence: "", kind: "step" as const, ordinal: 1, state: "done" as const }],
        checkpoints: [{ id: newId(), stepId, schemaName: "s", schemaVersion: 1, hash: "h", body: "1" }],
        end: { kind: "finished" as const, output: "null" },
      };
      const first = await backend.record(claimed.lease, write);
      expect(await backend.record(claimed.lease, write)).toEqual(first);
    });

    it("refuses the writes of an execution that was replaced, each with its code", async () => {
      const under = await open();
      const { backend } = under;
      const { worker, claimed } = await claimOne(backend);
      await under.loseLeases();
      const next = await backend.claim(worker);
      expect(await backend.record(claimed.lease, { id: newId() })).toMatchObject({ refused: "stale_lease" });
      await backend.record(next!.lease, { id: newId(), end: { kind: "finished", output: "null" } });
      expect(await backend.record(claimed.lease, { id: newId() })).toMatchObject({ refused: "run_finished" });
    });

    it.each([[2 ** 60], [10n], [() => 1], ["\ud800"]])("refuses %s before anything is stored", async (value) => {
      const { backend } = await open();
      expect(() => backend.encode(value, "The result")).toThrow(ValueRefused);
      await expect(backend.startRun({ ...aStart(), input: value })).rejects.toThrow(ValueRefused);
    });
  });

  describe(`${name}: actions`, () => {
    it("answers the same nonce with the same right to send, and another one with where it stands", async () => {
      const { backend } = await open();
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker);
      const first = await backend.begin(ask);
      expect(first).toMatchObject({ answer: "proceed", attempt: { number: 1, payload: { text: "hello" } } });
      expect(await backend.begin(ask)).toEqual(first);
      expect(await backend.begin({ ...ask, attemptId: newId() })).toMatchObject({ answer: "in_flight" });
    });

    it("answers a confirmed action with its stored outcome", async () => {
      const { backend } = await open();
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker);
      await backend.begin(ask);
      expect(await backend.report(aReport(ask, "confirmed"))).toMatchObject({ reported: true, state: "confirmed" });
      expect(await backend.begin({ ...ask, attemptId: newId() })).toMatchObject({
        answer: "stored",
        state: "confirmed",
        response: { id: "N-1" },
      });
      expect(await backend.unsettledActions(claimed.run.id)).toEqual([]);
    });

    it("answers an unknown outcome as unknown, and names it among the unsettled", async () => {
      const { backend } = await open();
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker);
      await backend.begin(ask);
      await backend.report(aReport(ask, "unknown"));
      expect(await backend.begin({ ...ask, attemptId: newId() })).toMatchObject({ answer: "outcome_unknown" });
      expect(await backend.unsettledActions(claimed.run.id)).toMatchObject([{ type: "crm.note", state: "unknown" }]);
    });

    it("refuses another payload under the same key, with the paths that differ", async () => {
      const { backend } = await open();
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker);
      await backend.begin(ask);
      const other = { ...ask, attemptId: newId(), intent: { ...ask.intent, payload: { text: "hullo" } } };
      expect(await backend.begin(other)).toMatchObject({ answer: "payload_mismatch", paths: ["text"] });
    });

    it("refuses an execution that was replaced, and takes its late report as evidence", async () => {
      const under = await open();
      const { backend } = under;
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker);
      await backend.begin(ask);
      await under.loseLeases();
      const next = await backend.claim(worker);
      expect(await backend.begin({ ...ask, attemptId: newId() })).toEqual({ answer: "stale_lease" });
      expect(await backend.report(aReport(ask, "confirmed"))).toMatchObject({ state: "confirmed" });
      expect(await backend.begin(aBegin(next!, worker))).toMatchObject({ answer: "stored", state: "confirmed" });
    });

    it("sends a held action only after the approval of exactly its payload", async () => {
      const under = await open();
      const { backend } = under;
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker, { needsGrant: true });
      const { holder, logicalRunId, intent, actionId } = ask;
      const held = await backend.hold({ holder, logicalRunId, actions: [{ actionId, intent }] });
      if (held.answer !== "held") throw new Error(`Not held: ${held.answer}`);
      expect(held.subjects).toMatchObject([{ actionId }]);
      expect(await backend.begin(ask)).toMatchObject({ answer: "held" });

      const [stepId, validationId] = [newId(), newId()];
      await backend.record(claimed.lease, {
        id: newId(),
        steps: [
          { id: stepId, name: "approval", occurrence: "", kind: "validation", ordinal: 1, state: "needs_person" },
        ],
        validations: [
          {
            id: validationId,
            stepId,
            kind: "approval",
            ask: "Send?",
            role: "approver",
            subjects: held.subjects,
            shown: null,
            withinMs: 60_000,
          },
        ],
      });
      await under.decide(validationId, "approve");
      expect(await backend.begin({ ...ask, attemptId: newId(), validationId })).toMatchObject({ answer: "proceed" });
    });

    it("guards a call without a run: one right to send, then the stored outcome for whoever asks", async () => {
      const { backend } = await open();
      const ask = aGuard();
      const { type, object, occurrence } = ask.intent;
      const key = { type, object, occurrence };
      expect(await backend.readGuarded(key)).toBeNull();
      const first = await backend.guard(ask);
      expect(first).toMatchObject({ answer: "proceed", attempt: { number: 1, payload: { text: "hello" } } });
      expect(await backend.guard(ask)).toEqual(first);
      const again = { ...ask, actionId: newId(), attemptId: newId() };
      expect(await backend.guard(again)).toMatchObject({ answer: "in_flight", actionId: ask.actionId });
      expect(await backend.readGuarded(key)).toMatchObject({ state: "sending", verdict: { kind: "wait" } });
      await backend.report(aReport(ask, "confirmed"));
      const stored = { answer: "stored", state: "confirmed", response: { id: "N-1" } };
      expect(await backend.guard({ ...again, attemptId: newId() })).toMatchObject(stored);
      expect(await backend.readGuarded(key)).toMatchObject({
        actionId: ask.actionId,
        state: "confirmed",
        verdict: { kind: "not_needed" },
        attempts: 1,
        response: { id: "N-1" },
      });
    });

    it("keeps a guarded call unknown, with the verdict, until its look-up settles it", async () => {
      const under = await open();
      const { backend } = under;
      const { worker } = await claimOne(backend);
      const ask = aGuard();
      await backend.guard(ask);
      await backend.report(aReport(ask, "unknown"));
      expect(await backend.guard({ ...ask, attemptId: newId() })).toMatchObject({ answer: "outcome_unknown" });
      expect(await backend.readGuarded(ask.intent)).toMatchObject({
        state: "unknown",
        verdict: { kind: "verify_first" },
      });
      await under.askProbe(ask.actionId);
      const task = await backend.takeProbe(worker.id, ["crm"]);
      await backend.reportProbe(task!, { found: true, complete: true, count: 1, detail: "there", record: { id: 1 } });
      expect(await backend.readGuarded(ask.intent)).toMatchObject({ state: "confirmed" });
    });

    it("hands a look-up to a worker of its destination, and settles by what was found", async () => {
      const under = await open();
      const { backend } = under;
      const { claimed, worker } = await claimOne(backend);
      const ask = aBegin(claimed, worker);
      await backend.begin(ask);
      await backend.report(aReport(ask, "unknown"));
      await under.askProbe(ask.actionId);
      expect(await backend.takeProbe(worker.id, ["queue"])).toBeNull();
      const task = await backend.takeProbe(worker.id, ["crm"]);
      expect(task?.action).toMatchObject({ id: ask.actionId, type: "crm.note" });
      await backend.reportProbe(task!, { found: true, complete: true, count: 1, detail: "there", record: { id: 1 } });
      expect(await backend.begin({ ...ask, attemptId: newId() })).toMatchObject({
        answer: "stored",
        state: "confirmed",
      });
    });
  });
}

const aStart = (): StartAsk => ({
  id: newId(),
  // A name of its own: workers of other cases must not find it.
  workflow: `flow-${newId()}`,
  workflowVersion: 1,
  logicalRunId: newId(),
  subject: "T-1",
  input: { ticketId: "T-1" },
  recovery: "automatic",
  leaseMs: 1_000,
});

async function claimOne(backend: Backend): Promise<{ worker: WorkerRecord; ask: StartAsk; claimed: Claimed }> {
  const ask = aStart();
  const worker: WorkerRecord = {
    id: newId(),
    name: "worker",
    host: "here",
    pid: 1,
    workflows: [{ name: ask.workflow, version: 1 }],
    destinations: ["crm"],
    shapes: [],
  };
  await backend.registerWorker(worker, [crm]);
  await backend.startRun(ask);
  const claimed = await backend.claim(worker);
  if (claimed === null) throw new Error("The run was not there to be claimed.");
  return { worker, ask, claimed };
}

function aBegin(claimed: Claimed, worker: WorkerRecord, over: Partial<Intent> = {}): BeginAsk {
  const holder: Holder = { ...claimed.lease, workerId: worker.id, executionKind: claimed.kind };
  return {
    holder,
    logicalRunId: claimed.run.logicalRunId,
    intent: {
      type: "crm.note",
      // Of its own: actions of several runs for one object come close to each other.
      object: claimed.run.id,
      occurrence: "",
      payload: { text: "hello" },
      volatileFields: [],
      declaration: crm,
      needsGrant: false,
      ...over,
    },
    actionId: newId(),
    attemptId: newId(),
    validationId: null,
  };
}

function aGuard(): GuardAsk {
  const intent = { type: "crm.note", object: newId(), occurrence: "", payload: { text: "hello" }, volatileFields: [] };
  return { intent: { ...intent, declaration: crm }, actionId: newId(), attemptId: newId() };
}

const aReport = (ask: Pick<BeginAsk, "attemptId">, outcome: "confirmed" | "unknown") => ({
  attemptId: ask.attemptId,
  outcome,
  transport: outcome === "confirmed" ? ("accepted" as const) : ("connection_lost" as const),
  reason: outcome === "confirmed" ? null : ("network_after_send" as const),
  httpCode: outcome === "confirmed" ? 201 : null,
  detail: null,
  response: outcome === "confirmed" ? '{"id":"N-1"}' : null,
  deduplicated: false,
});
