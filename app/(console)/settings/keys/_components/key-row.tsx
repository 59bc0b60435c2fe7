"use client";

import { Ban, CircleCheck, Hourglass, RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { StateChip, type StateLook } from "@/components/ui/state-chip";
import { Timestamp } from "@/components/ui/timestamp";
import type { ApiKey } from "@/lib/api/contract/key";
import { isUsable, type KeyState, keyStateOf } from "@/lib/auth/keys/api-key";
import { RevokeKeyButton } from "./revoke-key-button";

/** One key: what it is for, how long, and whether somebody uses it. */
export function KeyRow({ apiKey, now, onRotate }: { apiKey: ApiKey; now: number; onRotate?: () => void }) {
  const { name, prefix, scopes, workflows, destinations, createdBy, createdAt, lastUsedAt } = apiKey;
  const state = keyStateOf(apiKey, now);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {scopes.map((scope) => (
            <Chip key={scope}>{scope}</Chip>
          ))}
        </p>
        <p className="text-xs text-muted">
          <code className="font-mono">{prefix}…</code> · made by {createdBy}{" "}
          <Timestamp at={createdAt} kind="relative" now={now} />
        </p>
        {workflows || destinations ? (
          <p className="text-xs text-muted wrap-anywhere">
            {limit("workflow", workflows)}
            {workflows && destinations ? "; " : null}
            {limit("destination", destinations)}
          </p>
        ) : null}
      </div>
      <div className="basis-52 text-xs text-muted">
        <p>
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              used <Timestamp at={lastUsedAt} kind="relative" now={now} />
            </>
          )}
        </p>
        <p>
          <Life apiKey={apiKey} now={now} />
        </p>
      </div>
      <StateChip look={looks[state]} />
      {isUsable(apiKey, now) ? (
        <div className="flex gap-2">
          {state === "good" ? (
            <Button size="sm" onClick={onRotate}>
              Replace…
            </Button>
          ) : null}
          <RevokeKeyButton apiKey={apiKey} />
        </div>
      ) : null}
    </li>
  );
}

function Life({ apiKey: { expiresAt, revokedAt, revokedBy }, now }: { apiKey: ApiKey; now: number }) {
  if (revokedAt !== null) {
    return (
      <>
        revoked by {revokedBy} <Timestamp at={revokedAt} kind="relative" now={now} />
      </>
    );
  }
  if (expiresAt === null) return "never expires";
  return (
    <>
      {expiresAt <= now ? "expired" : "expires"} <Timestamp at={expiresAt} kind="relative" now={now} />
    </>
  );
}

const limit = (what: string, names: readonly string[] | null): string =>
  names === null ? "" : `only ${names.length === 1 ? `the ${what}` : `the ${what}s`} ${names.join(", ")}`;

const looks: Record<KeyState, StateLook> = {
  good: { label: "Good", tone: "ok", emphasis: "soft", icon: CircleCheck, meaning: "Whoever shows it is let in." },
  replaced: {
    label: "Replaced",
    tone: "attention",
    emphasis: "soft",
    icon: RefreshCw,
    meaning: "A newer key takes its place. This one is let in until it expires.",
  },
  expired: { label: "Expired", tone: "neutral", emphasis: "soft", icon: Hourglass, meaning: "It is refused." },
  revoked: { label: "Revoked", tone: "neutral", emphasis: "outline", icon: Ban, meaning: "It is refused." },
};
