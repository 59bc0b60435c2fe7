import { Notice } from "@/components/ui/notice";
import type { CommandFailure } from "./use-command";

/** A refusal did nothing; without an answer nobody knows, and the words must not claim to. `failed`: "It was not frozen". */
export function CommandFailureNotice({ failure, failed }: { failure: CommandFailure; failed: string }) {
  return (
    <Notice tone={failure.refused ? "danger" : "attention"} live="alert" title={failureTitle(failure, failed)}>
      {failureText(failure)}
    </Notice>
  );
}

export const failureTitle = ({ refused }: CommandFailure, failed: string): string =>
  refused ? failed : "No answer came: it may have been done";

export const failureText = ({ message, refused }: CommandFailure): string =>
  refused ? message : `${message} Pressing again sends the same click, which cannot count twice.`;
