/** JSON lines on standard output. Payloads and secrets are never logged; ids are. */

import pino from "pino";

/** What must not be read in a log even if somebody hands over a whole request or its settings. */
const secret = ["authorization", "cookie", "password", "secret", "token", "apiKey"];

export const logOptions = {
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[kept out]" },
} satisfies pino.LoggerOptions;

export const log = pino(logOptions);
