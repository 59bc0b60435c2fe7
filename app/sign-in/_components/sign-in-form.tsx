"use client";

import { type ReactNode, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { type SignInAnswer, signIn } from "@/lib/auth/browser-session";
import { landingPath } from "@/lib/auth/next-path";

type Tried = { email: string; answer: SignInAnswer | { ok: false; code: "empty" } | null };

export function SignInForm({ next, passwordHint }: { next: string | null; passwordHint?: ReactNode }) {
  const [tried, submit, pending] = useActionState(trySignIn, { email: "", answer: null });

  async function trySignIn(_last: Tried, form: FormData): Promise<Tried> {
    const email = String(form.get("email")).trim();
    const password = String(form.get("password"));
    if (email === "" || password === "") return { email, answer: { ok: false, code: "empty" } };
    const answer = await signIn({ email, password });
    // A full load: nothing of a former person's pages is left in memory.
    if (answer.ok) window.location.assign(landingPath(answer.role, next));
    return { email, answer };
  }

  const { answer } = tried;
  return (
    <form action={submit} className="flex flex-col gap-4">
      {answer && !answer.ok ? <Problem answer={answer} /> : null}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={tried.email}
        // The form is emptied after each try; a new key shows the address again.
        key={tried.email}
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" hint={passwordHint} />
      <Button type="submit" variant="primary" size="lg" pending={pending || answer?.ok} pendingLabel="Signing in…">
        Sign in
      </Button>
      {passwordHint ? null : (
        <p className="text-xs text-muted">No account, or the password is lost? Ask an admin of this console.</p>
      )}
    </form>
  );
}

function Problem({ answer }: { answer: Extract<NonNullable<Tried["answer"]>, { ok: false }> }) {
  const { title, advice } = wordsFor(answer);
  return (
    <Notice tone="danger" live="alert" title={title}>
      {advice}
    </Notice>
  );
}

function wordsFor(answer: Extract<NonNullable<Tried["answer"]>, { ok: false }>): { title: string; advice: ReactNode } {
  switch (answer.code) {
    case "empty":
      return { title: "Something is missing", advice: "Enter your email and your password." };
    case "wrong":
      return { title: "Email and password do not fit", advice: "Check both and try again. Capitals count." };
    case "disabled":
      return {
        title: "This account is disabled",
        advice: "Your password is right, and an admin of this console closed the account. Ask one of them to open it.",
      };
    case "too_many":
      return {
        title: "Too many tries",
        advice: `Wait ${answer.waitSeconds} seconds, then try again. This protects accounts from guessing.`,
      };
    case "wrong_origin":
      return {
        title: "Reprise does not know this address",
        advice: "Open the console by its own address, or set PUBLIC_URL to the one in your browser and start it again.",
      };
    case "no_answer":
      return { title: "The server did not answer", advice: "Try again in a moment. Nothing was changed." };
  }
}
