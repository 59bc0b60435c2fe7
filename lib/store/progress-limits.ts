import { checkpointMaxBytes } from "@/lib/progress/checkpoint";

/** Nothing of the write was stored. */
export class CheckpointTooLarge extends Error {
  readonly code = "checkpoint_too_large";

  constructor(
    readonly stepId: string,
    readonly bytes: number,
  ) {
    super(`The result has ${bytes} bytes; at most ${checkpointMaxBytes} can be kept.`);
    this.name = "CheckpointTooLarge";
  }
}

/** @throws CheckpointTooLarge */
export function refuseOversize(body: string, stepId: string): string {
  const bytes = Buffer.byteLength(body);
  if (bytes > checkpointMaxBytes) throw new CheckpointTooLarge(stepId, bytes);
  return body;
}
