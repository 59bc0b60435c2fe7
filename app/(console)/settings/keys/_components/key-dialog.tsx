import type { ReactNode } from "react";
import { CommandFailureNotice } from "@/components/command/command-failure";
import type { Command } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { MadeKey } from "./made-key";

type Props = Pick<DialogProps, "open" | "onOpenChange" | "size"> & {
  command: Command<void>;
  /** Null until the server answered. */
  made: { key: string | null } | null;
  title: { before: string; made: string };
  description: string;
  /** Said of a refusal: "It was not made". */
  failed: string;
  /** What the button says, and why it is off. */
  confirm: { label: string; off: string | null };
  children: ReactNode;
};

/** First what key it shall be, then the key itself: the one moment in which it can be read. */
export function KeyDialog({ command, made, title, description, failed, confirm, children, ...dialog }: Props) {
  const close = () => dialog.onOpenChange(false);
  if (made) {
    const done = (
      <Button variant="primary" onClick={close}>
        Done
      </Button>
    );
    return (
      <Dialog {...dialog} title={title.made} footer={done}>
        <MadeKey made={made.key} />
      </Dialog>
    );
  }
  return (
    <Dialog
      {...dialog}
      locked={command.pending}
      title={title.before}
      description={description}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            reasonShown
            disabledReason={command.pending ? null : confirm.off}
            pending={command.pending}
            pendingLabel="Making…"
            onClick={() => command.press()}
          >
            {confirm.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {command.failure ? <CommandFailureNotice failure={command.failure} failed={failed} /> : null}
        {children}
      </div>
    </Dialog>
  );
}
