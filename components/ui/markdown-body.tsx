import type { ReactNode } from "react";
import ReactMarkdown from "react-markdown";

/** Links become text that shows their host: nobody at 3 a.m. should follow what a payload suggests. */
export function MarkdownBody({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-3 text-sm leading-relaxed [&_code]:rounded-sm [&_code]:bg-neutral-soft [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:text-base [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:border [&_pre]:bg-canvas [&_pre]:p-3 [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_ul]:list-disc [&_ul]:pl-5">
      <ReactMarkdown skipHtml disallowedElements={["img"]} components={{ a: InertLink }}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

function InertLink({ href, children }: { href?: string; children?: ReactNode }) {
  return (
    <span>
      <span className="font-medium">{children}</span>
      {href ? <span className="text-muted"> ({hostOf(href)})</span> : null}
    </span>
  );
}

function hostOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host || href : href;
}
