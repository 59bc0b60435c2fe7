"use client";

import { type ReactNode, useRef } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useConfirmKey } from "@/components/ui/confirm-key";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { CommandFailureNotice } from "./command-failure";
import type { CommandFailure } from "./use-command";

export type CommandButton = Pick<ButtonProps, "variant"> & {
  /** What happens: "Hold it". */
  label: string;
  pendingLabel?: string;
  /** Why it cannot be pressed yet, in the order of the form. */
  off: string | null;
  onPress: () => void;
};

type Props = Pick<DialogProps, "open" | "onOpenChange" | "title" | "description" | "size"> & {
  command: { pending: boolean; failure: CommandFailure | null };
  /** Said of a refusal: "It was not settled". */
  failed: string;
  /** Stands in place of a failure: what changed since the dialog was opened. */
  notice?: ReactNode;
  reason: {
    value: string;
    onChange: (reason: string) => void;
    hint: string;
    label?: string;
    optional?: boolean;
    /** Nothing has to be read or chosen before it. */
    focused?: boolean;
  };
  /** Typing an id stands before what may act a second time; no key confirms it then. */
  typed?: { id: string; to: string; value: string; onChange: (typed: string) => void } | null;
  confirm: CommandButton;
  /** The other way to decide, beside the first. */
  other?: CommandButton;
  /** Leaves without doing anything: "Keep it". */
  leave?: string;
  buttonSize?: ButtonProps["size"];
  children?: ReactNode;
};

/** The shape of every command that asks for a reason: what follows, what is needed, why, and a button that says it. */
export function CommandDialog({
  open,
  onOpenChange,
  title,
  description,
  size,
  command: { pending, failure },
  failed,
  notice,
  reason,
  typed,
  confirm,
  other,
  leave = "Cancel",
  buttonSize,
  children,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useConfirmKey(open, () => {
    if (confirm.off === null && !pending && !typed) confirm.onPress();
  });
  const button = ({ label, pendingLabel, off, onPress, variant }: CommandButton, reasonShown: boolean) => (
    <Button
      size={buttonSize}
      variant={variant}
      reasonShown={reasonShown}
      disabledReason={pending ? null : off}
      pending={pending}
      pendingLabel={pendingLabel}
      onClick={onPress}
    >
      {label}
    </Button>
  );
  return (
    <Dialog
      size={size}
      open={open}
      onOpenChange={onOpenChange}
      locked={pending}
      initialFocus={reason.focused ? field : undefined}
      title={title}
      description={description}
      footer={
        <>
          <Button
            size={buttonSize}
            disabledReason={pending ? "Waiting for the server." : null}
            onClick={() => onOpenChange(false)}
          >
            {leave}
          </Button>
          {/* Both wait for the same: said once. */}
          {other ? button(other, false) : null}
          {button(confirm, true)}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {notice ?? (failure ? <CommandFailureNotice failure={failure} failed={failed} /> : null)}
        {children}
        <TextArea
          ref={field}
          label={reason.label ?? (reason.optional ? "Reason (optional)" : "Reason")}
          required={!reason.optional}
          rows={2}
          hint={reason.hint}
          value={reason.value}
          maxLength={2_000}
          onChange={(event) => reason.onChange(event.target.value)}
        />
        {typed ? (
          <TextField
            label={
              <>
                Type <code className="font-mono">{typed.id}</code> {typed.to}
              </>
            }
            mono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed.value}
            onChange={(event) => typed.onChange(event.target.value)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
