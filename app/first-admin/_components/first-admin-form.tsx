"use client";

import { useActionState, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { type ClaimSent, sendClaim } from "@/lib/auth/browser-first-admin";
import { passwordMin } from "@/lib/auth/password";

type Tried = { name: string; email: string; answer: ClaimSent | null };

export function FirstAdminForm({ token }: { token: string }) {
  const [tried, submit, pending] = useActionState(tryClaim, { name: "", email: "", answer: null });
  const [shown, setShown] = useState(false);

  async function tryClaim(_last: Tried, form: FormData): Promise<Tried> {
    const [name, email, password] = ["name", "email", "password"].map((field) => String(form.get(field)));
    const given = { name: name ?? "", email: email ?? "", password: password ?? "" };
    const answer = await sendClaim({ token, ...given });
    if (answer.ok) window.location.assign("/");
    return { name: given.name, email: given.email, answer };
  }

  const { answer } = tried;
  const fields = answer && !answer.ok && answer.code === "invalid" ? answer.fields : {};
  return (
    <form action={submit} className="flex flex-col gap-4">
      {answer && !answer.ok && answer.code !== "invalid" ? (
        <Notice tone="danger" live="alert">
          {words[answer.code]}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        hint="Colleagues see it beside what you do."
        key={`name ${tried.name}`}
        defaultValue={tried.name}
        error={fields.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="You sign in with it. Nothing is sent to it."
        // The form is emptied after each try; a new key shows what was typed again.
        key={`email ${tried.email}`}
        defaultValue={tried.email}
        error={fields.email}
      />
      <div className="flex flex-col gap-1">
        <TextField
          label="Password"
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="new-password"
          hint={`At least ${passwordMin} characters. A short sentence is easy to keep.`}
          error={fields.password}
        />
        <Checkbox label="Show password" checked={shown} onCheckedChange={setShown} />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={pending || answer?.ok}
        pendingLabel="Making the admin…"
      >
        Make the admin
      </Button>
    </form>
  );
}

const words = {
  used: "This link was used a moment ago. If that was you, sign in.",
  admin_exists: "There is an admin by now. Sign in, or ask the admin.",
  expired: "This link has expired while the page was open. Start Reprise again for a new one.",
  unknown: "A newer link has replaced this one. Open the last one that the terminal shows.",
  email_taken: "There is an account with this address already. Use another.",
  wrong_origin: "Reprise does not know this address. Open the link exactly as it was printed.",
  no_answer: "The server did not answer. Try again in a moment; if the link is used by then, sign in.",
} satisfies Record<Exclude<Exclude<ClaimSent, { ok: true }>["code"], "invalid">, string>;
