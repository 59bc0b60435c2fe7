"""An agent in Python, with nothing but the standard library: two steps that are kept, and one note that is sent once.

    REPRISE_URL=https://reprise.example REPRISE_KEY=rpk_... CRM_URL=https://crm.example python3 agent.py

The key needs the scope "worker". Start it twice, kill it anywhere: finished steps are not computed again, the note is not
sent again, and where nobody can know whether it arrived, the run stops and says so.
"""

import hashlib
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request
import uuid

URL, KEY, CRM = os.environ["REPRISE_URL"], os.environ["REPRISE_KEY"], os.environ["CRM_URL"]
WORKFLOW = "python-support"
CRM_DESTINATION = {
    "name": "crm", "title": "the CRM", "effect": "compensatable", "impact": "pollutes_data", "deduplicates": None,
    "probe": None, "preExecutionCodes": [], "deadlineMs": 10_000, "owner": None, "runbook": None,
}
WORKER = {
    "id": str(uuid.uuid4()), "name": "python-agent", "host": socket.gethostname(), "pid": os.getpid(),
    "workflows": [{"name": WORKFLOW, "version": 1}], "destinations": ["crm"], "shapes": [],
}


def ask(path, body):
    """Sent again under the same Idempotency-Key until the server answers: it has one effect however often it arrives."""
    headers = {
        "Authorization": f"Bearer {KEY}", "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4()),
    }
    request = urllib.request.Request(f"{URL}/api/v1{path}", json.dumps(body).encode(), headers)
    for pause in (0.1, 0.3, 1, 3, None):
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            try:
                problem = json.load(error)
            except ValueError:
                problem = {"detail": f"HTTP {error.code}"}
            retryable = error.code in (429, 500, 502, 503, 504) or problem.get("code") == "request_in_flight"
            if not retryable or pause is None:
                raise RuntimeError(f"{path}: {problem.get('detail')}") from error
        except OSError:
            if pause is None:
                raise
        time.sleep(pause)


class LeaseLost(Exception):
    """Another execution has the run. Nothing more is sent or written."""


class Stopped(Exception):
    """The run waits for a person or for another attempt; what was said is on its page."""


class Run:
    def __init__(self, claimed, sent_at):
        self.lease, self.run = claimed["lease"], claimed["run"]
        self.input = json.loads(claimed["input"])
        self.kept = {(s["name"], s["occurrence"]): s for s in claimed["recorded"]}
        self.open = {(s["name"], s["occurrence"]): s for s in claimed["open"]}
        self.holder = {**self.lease, "workerId": WORKER["id"], "executionKind": claimed["kind"]}
        self.ordinal, self.over = 0, threading.Event()
        # On the clock of this process, from when the claim was sent: an answer that took long makes no lease longer.
        self.ends_at = sent_at + claimed["leaseLeftMs"] / 1000
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        while not self.over.wait(self.run["leaseMs"] / 3000):
            sent_at = time.monotonic()
            try:
                answer = ask("/worker/heartbeat", {"lease": self.lease})
            except (OSError, RuntimeError):
                continue  # Not knowing is no reason to lose it: it ends by itself.
            if "refused" in answer:
                self.ends_at = 0
                return
            self.ends_at = sent_at + answer["leaseLeftMs"] / 1000

    def write(self, **parts):
        answer = ask("/worker/record", {"lease": self.lease, "write": {"id": str(uuid.uuid4()), **parts}})
        if "refused" in answer:
            raise LeaseLost(answer["refused"])

    def keep(self, name, occurrence, kind, result, action_id=None):
        body = json.dumps(result)
        known = self.open.get((name, occurrence))
        step_id = known["stepId"] if known else str(uuid.uuid4())
        step = {"id": step_id, "name": name, "occurrence": occurrence, "kind": kind, "ordinal": self.ordinal,
                "actionId": action_id, "state": "done"}
        checkpoint = {"id": str(uuid.uuid4()), "stepId": step_id, "schemaName": name, "schemaVersion": 1,
                      "hash": hashlib.sha256(body.encode()).hexdigest(), "body": body}
        self.write(steps=[step], checkpoints=[checkpoint])
        return result

    def step(self, name, compute):
        """Computed once, whichever process goes on with the run."""
        self.ordinal += 1
        kept = self.kept.get((name, ""))
        return json.loads(kept["body"]) if kept else self.keep(name, "", "step", compute())

    def action(self, kind, target, payload, send):
        """Sent once, or unknown: never again by itself where it may have arrived."""
        self.ordinal += 1
        kept = self.kept.get((kind, target))
        if kept:
            return json.loads(kept["body"])
        began, attempt_id = time.monotonic(), str(uuid.uuid4())
        intent = {"type": kind, "object": target, "payload": payload, "declaration": CRM_DESTINATION, "needsGrant": False}
        begun = ask("/worker/begin", {
            "holder": self.holder, "logicalRunId": self.run["logicalRunId"], "intent": intent,
            "actionId": str(uuid.uuid4()), "attemptId": attempt_id, "validationId": None,
        })
        action_id = begun.get("actionId")
        if begun["answer"] == "stale_lease":
            raise LeaseLost("stale_lease")
        if begun["answer"] == "stored" and begun["state"] == "confirmed":
            return self.keep(kind, target, "action", {"actionId": action_id, "response": begun["response"]}, action_id)
        if begun["answer"] != "proceed":
            self.stop(f"{kind} for {target} was not sent: {begun['answer']}.", action_id)
        deadline = began + begun["attempt"]["deadlineMs"] / 1000
        if time.monotonic() >= min(self.ends_at, deadline):
            outcome, transport, response = "not_sent", "not_sent", None
        else:
            outcome, transport, response = send(begun["attempt"], deadline)
        told = ask("/guard/report", {
            "attemptId": attempt_id, "outcome": outcome, "transport": transport,
            "response": None if response is None else json.dumps(response),
        })
        if told.get("state") != "confirmed":
            self.stop(f"{kind} for {target} is {told.get('state')}: it may have arrived or not.", action_id)
        return self.keep(kind, target, "action", {"actionId": action_id, "response": response}, action_id)

    def stop(self, text, action_id):
        self.write(end={"kind": "blocked", "cause": "outcome_unknown", "text": text, "actionIds": [action_id]})
        raise Stopped(text)


def send_note(attempt, deadline):
    """One request and no retry: after the first byte only the destination knows."""
    body = json.dumps({**attempt["payload"], "reference": attempt["marker"]}).encode()
    request = urllib.request.Request(f"{CRM}/notes", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=max(0.1, deadline - time.monotonic())) as answer:
            return "confirmed", "accepted", json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (400, 404, 409, 410, 422):
            return "refused", "rejected", {"code": error.code}
        return "unknown", "server_error", None
    except urllib.error.URLError as error:
        if isinstance(error.reason, (ConnectionRefusedError, socket.gaierror)):
            return "not_sent", "not_sent", None
        return "unknown", "connection_lost", None
    except (OSError, ValueError):
        return "unknown", "connection_lost", None


def work(run):
    ticket = run.input["ticketId"]
    draft = run.step("draft", lambda: f"About {ticket}: replace the unit.")
    run.action("crm.note", ticket, {"text": draft}, send_note)
    return {"ticket": ticket, "draft": draft}


def main():
    ask("/worker/register", {"worker": WORKER, "destinations": [CRM_DESTINATION]})
    while True:
        sent_at = time.monotonic()
        claimed = ask("/worker/claim", {"worker": WORKER, "waitMs": 20_000})["claimed"]
        ask("/worker/seen", {"workerId": WORKER["id"]})
        if claimed is None:
            continue
        run = Run(claimed, sent_at)
        try:
            run.write(end={"kind": "finished", "output": json.dumps(work(run))})
            print(f"{run.run['logicalRunId']} finished", flush=True)
        except (LeaseLost, Stopped) as why:
            print(f"{run.run['logicalRunId']} stopped: {why}", flush=True)
        finally:
            run.over.set()


if __name__ == "__main__":
    main()
