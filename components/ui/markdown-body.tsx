import type { ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import { TextLink } from "./text-link";

/** Links become text that shows their host: nobody at 3 a.m. should follow what a payload suggests. */
export function MarkdownBody({ text, links = {} }: { text: string; links?: Readonly<Record<string, string>> }) {
  return (
    <div className="flex flex-col gap-3 text-sm leading-relaxed [&_code]:rounded-sm [&_code]:bg-neutral-soft [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:text-base [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:border [&_pre]:bg-canvas [&_pre]:p-3 [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_ul]:list-disc [&_ul]:pl-5">
      <ReactMarkdown
        skipHtml
        disallowedElements={["img"]}
        components={{ a: (link) => <SafeLink {...link} links={links} /> }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

function SafeLink({
  href,
  children,
  links,
}: {
  href?: string;
  children?: ReactNode;
  links: Readonly<Record<string, string>>;
}) {
  // The braces come percent-encoded.
  const placeholder = /^(?:\{|%7B)([a-z]+)(?:\}|%7D)$/i.exec(href ?? "")?.[1];
  const address = placeholder && Object.hasOwn(links, placeholder) ? links[placeholder] : undefined;
  if (address) return <TextLink href={address}>{children}</TextLink>;
  if (placeholder) return <span className="font-medium">{children}</span>;
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
