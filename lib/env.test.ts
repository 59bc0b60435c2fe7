import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getDatabaseUrl, readEnv, SetupError } from "./env";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "reprise-env-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (source: Record<string, string> = {}) => readEnv({ REPRISE_DATA_DIR: dataDir, ...source });
const leave = (file: string, content: string) => writeFileSync(path.join(dataDir, file), content);

function refusal(work: () => unknown): SetupError {
  try {
    work();
  } catch (error) {
    if (error instanceof SetupError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

test("without any variable the demo runs on port 3000", () => {
  expect(read()).toMatchObject({ demo: true, port: 3000, publicUrl: "http://localhost:3000", databaseUrl: null });
});

test("a database of one's own has no demo", () => {
  const env = read({ DATABASE_URL: "postgresql://u:p@db.example.com/reprise" });
  expect(env).toMatchObject({ demo: false, databaseUrl: "postgresql://u:p@db.example.com/reprise" });
});

test.each([
  ["PORT", "0"],
  ["PORT", "65536"],
  ["PORT", "http"],
  ["DATABASE_URL", "mysql://127.0.0.1/x"],
  ["DATABASE_URL", "127.0.0.1:5432"],
  ["PUBLIC_URL", "reprise.example.com"],
  ["REPRISE_DEMO", "yes"],
])("%s=%s is refused by name, with what it should be", (name, value) => {
  const { code, message, nextStep } = refusal(() => read({ [name]: value }));
  expect(code).toBe("env_invalid");
  expect(message).toContain(name);
  expect(nextStep).toContain(`Set ${name} to`);
});

test("a variable set to nothing counts as not set", () => {
  expect(read({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, demo: true });
});

test("links are made from the public address without its last slash", () => {
  expect(read({ PUBLIC_URL: "https://reprise.example.com/" }).publicUrl).toBe("https://reprise.example.com");
});

test("a command started beside npm start finds its database and its outside world", () => {
  leave("postgres.json", JSON.stringify({ password: "x", port: 5433, url: "postgres://u:x@127.0.0.1:5433/reprise" }));
  leave("start.json", JSON.stringify({ pid: 1, worldUrl: "http://127.0.0.1:4010" }));
  expect(read()).toMatchObject({
    demo: true,
    databaseUrl: "postgres://u:x@127.0.0.1:5433/reprise",
    worldUrl: "http://127.0.0.1:4010",
  });
});

test.each([
  ["nothing was ever started", null],
  ["the server was stopped", '{"password":"x","port":5433,"url":null}'],
  ["a kill cut the file off", '{"password":"x","po'],
])("%s: there is no database, and the next step is npm start", (_, left) => {
  if (left) leave("postgres.json", left);
  const { code, nextStep } = refusal(() => getDatabaseUrl(read()));
  expect(code).toBe("database_url_missing");
  expect(nextStep).toContain("npm start");
});

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

test("without a webhook in the settings there is none", () => {
  expect(read().webhook).toBeNull();
});

test("the webhook goes over TLS, or to this machine, or to a host that is named", () => {
  const url = "http://receiver:8080/hook";
  expect(read({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret, WEBHOOK_PLAIN_HOSTS: "other, receiver" })).toMatchObject({
    webhook: { url, key: Buffer.alloc(32, 1), mayBePrivate: true },
  });
  expect(refusal(() => read({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret })).message).toContain("unencrypted");
});

test("the webhook leads into a private network only where its host is named", () => {
  const [url, WEBHOOK_SECRET] = ["https://ops.internal/hook", `whsec_${Buffer.alloc(32, 1).toString("base64")}`];
  expect(read({ WEBHOOK_URL: url, WEBHOOK_SECRET }).webhook?.mayBePrivate).toBe(false);
  const named = { WEBHOOK_URL: url, WEBHOOK_SECRET, WEBHOOK_PRIVATE_HOSTS: "ops.internal" };
  expect(read(named).webhook?.mayBePrivate).toBe(true);
});

test("a webhook without a secret, or with one that is guessed in no time, is refused", () => {
  const url = "https://ops.example.com/hook";
  expect(refusal(() => read({ WEBHOOK_URL: url })).nextStep).toContain("WEBHOOK_SECRET");
  expect(refusal(() => read({ WEBHOOK_URL: url, WEBHOOK_SECRET: "hunter2" })).message).toContain("WEBHOOK_SECRET");
});

test("payloads are kept for 90 days and records for 400 unless the settings say otherwise", () => {
  const dayMs = 24 * 60 * 60 * 1000;
  expect(read().retention).toEqual({ payloadMs: 90 * dayMs, recordMs: 400 * dayMs });
  expect(read({ RETENTION_PAYLOAD_DAYS: "1", RETENTION_RECORD_DAYS: "30" }).retention).toEqual({
    payloadMs: dayMs,
    recordMs: 30 * dayMs,
  });
});

test.each([
  [{ RETENTION_PAYLOAD_DAYS: "0" }, "RETENTION_PAYLOAD_DAYS"],
  [{ RETENTION_RECORD_DAYS: "29" }, "RETENTION_RECORD_DAYS"],
  [{ RETENTION_PAYLOAD_DAYS: "91", RETENTION_RECORD_DAYS: "90" }, "longer than RETENTION_RECORD_DAYS"],
])("the retention %o is refused", (source, why) => {
  expect(refusal(() => read(source)).message).toContain(why);
});
