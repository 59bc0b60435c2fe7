/** One reading request to a system that speaks JSON; an answer other than 2xx is an error that carries its code. */

import type { z } from "zod";

export class AnswerRefused extends Error {
  override name = "AnswerRefused";
  constructor(
    readonly statusCode: number,
    url: string,
  ) {
    super(`${url} answered ${statusCode}`);
  }
}

export async function askJson<T>(
  answer: z.ZodType<T>,
  url: string,
  options: { signal: AbortSignal; json?: unknown },
): Promise<T> {
  const { signal, json } = options;
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(json) };
  const response = await fetch(url, { signal, ...(json === undefined ? {} : body) });
  if (!response.ok) throw new AnswerRefused(response.status, url);
  return answer.parse(await response.json());
}
