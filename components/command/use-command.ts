"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isRefusal } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";

export type Command<Ask> = {
  press: (ask: Ask) => void;
  pending: boolean;
  failure: CommandFailure | null;
  /** What is confirmed changed before the reader's eyes: the next click is another command. */
  renew: () => void;
};

/** Refused: nothing happened. Otherwise no answer came, and nobody knows. */
export type CommandFailure = { message: string; refused: boolean };

/**
 * One click as one command. It keeps its nonce until the server refuses it: a click that got no answer may be sent again
 * and is still the same one. Afterwards everything on the screen is read anew.
 *
 * `about` is what the screen says of the object (its version, its state). A button that stays on the screen must name it:
 * once the reader sees something else there, the next click is another command, not the first one again.
 */
export function useCommand<Ask = void, Answer = unknown>({
  send,
  onAccepted,
  onFailed,
  about = null,
}: {
  send: (nonce: string, ask: Ask) => Promise<Answer>;
  onAccepted: (answer: Answer, ask: Ask) => void;
  onFailed?: (error: Error) => void;
  about?: string | number | null;
}): Command<Ask> {
  const client = useQueryClient();
  const [nonce, setNonce] = useState(newNonce);
  const [seen, setSeen] = useState(about);
  if (seen !== about) {
    setSeen(about);
    setNonce(newNonce());
  }
  // The second click of a double click comes before React has drawn that the first is on its way.
  const sending = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (ask: Ask) => send(nonce, ask),
    onSuccess: onAccepted,
    onError: (failed) => {
      if (isRefusal(failed)) setNonce(newNonce());
      onFailed?.(failed);
    },
    onSettled: () => {
      sending.current = false;
      void client.invalidateQueries();
    },
  });
  return {
    press(ask) {
      if (sending.current) return;
      sending.current = true;
      mutate(ask);
    },
    pending: isPending,
    failure: error ? failureOf(error) : null,
    renew: () => setNonce(newNonce()),
  };
}

export const failureOf = (error: Error): CommandFailure => ({ message: error.message, refused: isRefusal(error) });
