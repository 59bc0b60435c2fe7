import { lazy, Suspense } from "react";
import { SkeletonLines } from "./skeleton";

const MarkdownBody = lazy(() => import("./markdown-body").then((module) => ({ default: module.MarkdownBody })));

/**
 * Markdown from people or agents, treated as untrusted: no HTML, no images, no live links but those of `links`, by the
 * placeholders that stand for them, as in `[Check now]({check})`.
 */
export function Markdown({ text, links }: { text: string; links?: Readonly<Record<string, string>> }) {
  return (
    <Suspense fallback={<SkeletonLines label="Loading the text" />}>
      <MarkdownBody text={text} links={links} />
    </Suspense>
  );
}
