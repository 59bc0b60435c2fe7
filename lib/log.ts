/** JSON lines on standard output. Payloads and secrets are never logged; ids are. */

import pino from "pino";

export const log = pino({ level: process.env.LOG_LEVEL ?? "info", base: undefined });
