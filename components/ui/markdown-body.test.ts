import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownBody } from "./markdown-body";

const render = (text: string, links?: Record<string, string>) =>
  renderToStaticMarkup(createElement(MarkdownBody, { text, links }));

describe("Markdown that people or agents wrote", () => {
  it("leads by its placeholders to where they stand for, and nowhere by those that stand for nothing here", () => {
    const text = "[Check now]({check}) or [settle]({settle})";
    const html = render(text, { check: "/actions/a1#check" });
    expect(html).toContain('href="/actions/a1#check"');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain("settle");
    expect(html).not.toContain("%7B");
  });

  it.each([
    ["another site", "[here](https://evil.example/x)", /<a |href/],
    ["a script", "[here](javascript:alert(1))", /<a |javascript:/],
    ["an address of this console", "[here](/api/v1/runs)", /<a /],
    ["a name that every object has", "[here]({constructor})", /<a /],
    ["HTML", '<img src="https://evil.example/x"><script>alert(1)</script>', /<img|<script/],
    ["a remote image", "![pixel](https://evil.example/x)", /<img|evil/],
  ])("%s in it is not followed, loaded or run", (_, text, forbidden) => {
    expect(render(text, { check: "/actions/a1#check" })).not.toMatch(forbidden);
  });
});
