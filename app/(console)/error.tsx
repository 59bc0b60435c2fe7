"use client";

import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/client/paths";

/** A page that broke. The frame around it stands, and so does everything that runs. */
export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Notice
      tone="danger"
      live="alert"
      title="This page broke"
      actions={
        <>
          <Button onClick={reset}>Try again</Button>
          <LinkButton href={paths.now()}>Go to Now</LinkButton>
        </>
      }
    >
      <p>Runs and workers are not touched by this: only the page could not be shown.</p>
      {error.digest ? <p className="mt-1 text-xs text-muted">In the server's log: {error.digest}</p> : null}
    </Notice>
  );
}
