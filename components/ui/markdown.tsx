import { lazy, Suspense } from "react";
import { SkeletonLines } from "./skeleton";

const MarkdownBody = lazy(() => import("./markdown-body").then((module) => ({ default: module.MarkdownBody })));

/** Markdown from people or agents, treated as untrusted: no HTML, no images, no live links. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<SkeletonLines label="Loading the text" />}>
      <MarkdownBody text={text} />
    </Suspense>
  );
}
