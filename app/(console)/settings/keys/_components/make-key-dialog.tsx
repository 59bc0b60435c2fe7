"use client";

import { useState } from "react";
import { useCommand } from "@/components/command/use-command";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { type KeyScope, keyScopes } from "@/lib/auth/keys/api-key";
import { keyCommands } from "@/lib/client/key-queries";
import { KeyDialog } from "./key-dialog";
import { type Life, lifeMs, lifeOptions } from "./life-choice";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Mounted anew for each opening, so that a key which was shown is nowhere any more once it is closed. */
export function MakeKeyDialog({ open, onOpenChange }: Props) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["worker"]);
  const [workflows, setWorkflows] = useState("");
  const [destinations, setDestinations] = useState("");
  const [life, setLife] = useState<Life>("90");
  const [made, setMade] = useState<{ key: string | null } | null>(null);
  const command = useCommand({
    send: (nonce) =>
      keyCommands.make({
        nonce,
        name,
        scopes: [...scopes],
        workflows: namesIn(workflows),
        destinations: namesIn(destinations),
        livesForMs: lifeMs(life),
      }),
    onAccepted: setMade,
  });
  const off = name.trim() === "" ? "Name it first." : scopes.length === 0 ? "Choose what it is for." : null;
  return (
    <KeyDialog
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      made={made}
      title={{ before: "Make a key", made: `Key of ${name.trim()}` }}
      description="For one program. It cannot decide, resume or settle, whatever its scopes are."
      failed="It was not made"
      confirm={{ label: "Make it", off }}
    >
      <TextField
        label="Name"
        required
        hint="The program that will hold it, such as: EU workers."
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset>
        <legend className="text-sm font-medium">It may</legend>
        {keyScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeWords[scope].label}
            hint={scopeWords[scope].hint}
            checked={scopes.includes(scope)}
            onCheckedChange={(on) =>
              setScopes(keyScopes.filter((each) => (each === scope ? on : scopes.includes(each))))
            }
          />
        ))}
      </fieldset>
      <TextField
        label="Only these workflows"
        hint="Names with commas between them; empty for all."
        mono
        value={workflows}
        onChange={(event) => setWorkflows(event.target.value)}
      />
      <TextField
        label="Only these destinations"
        hint="Names with commas between them; empty for all."
        mono
        value={destinations}
        onChange={(event) => setDestinations(event.target.value)}
      />
      <Select label="It expires after" options={lifeOptions} value={life} onValueChange={setLife} />
    </KeyDialog>
  );
}

function namesIn(text: string): string[] | null {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? null : names;
}

const scopeWords: Record<KeyScope, { label: string; hint: string }> = {
  worker: { label: "Work on runs", hint: "Start and claim runs, record their progress, send their actions." },
  guard: { label: "Guard single calls", hint: "Protect one outside call of a program that has no run." },
  read: { label: "Read", hint: "Runs, actions, incidents and figures, as a viewer sees them." },
};
