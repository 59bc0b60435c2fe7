/**
 * Takes the sender's report: evidence about its own attempt, whatever its lease says by now. A late one may settle the
 * action; its run is then woken by the outbox, never by the old token itself.
 */

import type { ReportAsk, ReportResult } from "@/lib/ledger/store";
import type { Engine } from "./engine";

export const reportAttempt = (engine: Engine, ask: ReportAsk): Promise<ReportResult> => engine.ledger.report(ask);
