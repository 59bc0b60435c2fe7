import type { ReactNode } from "react";

/** One of the three questions, its answer in one sentence, and the evidence below it. */
export function Answer({ question, sentence, children }: { question: string; sentence: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 p-4">
      <h2 className="text-xs font-medium text-muted">{question}</h2>
      <p className="text-base font-semibold text-pretty">{sentence}</p>
      {children}
    </div>
  );
}
