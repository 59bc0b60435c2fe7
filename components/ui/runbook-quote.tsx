import { BookOpen } from "lucide-react";
import { Markdown } from "./markdown";
import { TextLink } from "./text-link";

/** The section of a runbook that fits what stands beside it; where there is none, that is said. */
export function RunbookQuote({
  quote,
  none,
  href,
  links,
  folded = false,
}: {
  quote: { title: string; section: string; markdown: string } | null;
  /** The whole runbook, opened about the matter at hand. */
  href?: string;
  /** Where its placeholders lead. */
  links?: Readonly<Record<string, string>>;
  /** Said in words when there is no runbook. */
  none: string;
  /** Opened by a press, where the quote is beside the matter at hand. */
  folded?: boolean;
}) {
  if (quote === null) return <p className="rounded-lg border bg-canvas px-3 py-2.5 text-sm text-muted">{none}</p>;
  const body = (
    <>
      <Markdown text={quote.markdown} links={links} />
      {href ? (
        <p className="mt-2 text-sm">
          <TextLink href={href}>Open the whole runbook, and tick what you do</TextLink>
        </p>
      ) : null}
    </>
  );
  const heading = (
    <span className="flex items-start gap-2 text-sm font-semibold">
      <BookOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span>
        {quote.section}
        <span className="block text-xs font-normal text-muted">Runbook: {quote.title}</span>
      </span>
    </span>
  );
  return folded ? (
    <details className="rounded-lg border bg-canvas px-3 py-2.5">
      <summary className="cursor-pointer marker:text-faint [&>span]:inline-flex [&>span]:max-w-[calc(100%-1.5rem)] [&>span]:align-top">
        {heading}
      </summary>
      <div className="mt-2">{body}</div>
    </details>
  ) : (
    <section aria-label="Runbook" className="rounded-lg border bg-canvas px-3 py-2.5">
      <h3 className="mb-2">{heading}</h3>
      {body}
    </section>
  );
}
