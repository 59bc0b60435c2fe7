import type { DecideAsk, DecideResult } from "@/lib/progress/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { storedJson } from "./free-json";
import { storedText } from "./free-text";
import { toValidation } from "./progress-shapes";

export async function decide(sql: Sql, ask: DecideAsk): Promise<DecideResult> {
  const answered = ask.answer === null || ask.answer === undefined ? null : storedJson(ask.answer);
  const [{ result }] = await repeatWhenLost(
    () => sql<[{ result: DecideResult }]>`
      select progress.decide(${ask.validationId}, ${ask.decisionId}, ${ask.verdict}, ${ask.by}, ${ask.role},
        ${storedText(ask.reason)}, ${answered}::text::jsonb, ${storedText(ask.from)}, ${ask.byId ?? null},
        ${ask.edits?.length ? JSON.stringify(ask.edits) : null}::text::jsonb, ${ask.changeSeen ?? null}) as result`,
  );
  if (result.decided) return { ...result, validation: toValidation(result.validation) };
  return { ...result, validation: result.validation && toValidation(result.validation) };
}
