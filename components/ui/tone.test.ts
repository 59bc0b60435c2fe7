import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tones } from "./tone";

// Reads the palette where the browser reads it, so that a colour changed by eye cannot become unreadable unnoticed.
const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

const palette = new Map<string, Record<Scheme, string>>();
for (const [, name = "", light = "", dark = ""] of css.matchAll(
  /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g,
)) {
  palette.set(name, { light, dark });
}

const textMinimum = 4.5; // WCAG 2.2, 1.4.3
const shapeMinimum = 3; // WCAG 2.2, 1.4.11

const plain = ["canvas", "surface", "raised"];
const readable: [text: string, ground: string][] = [
  ...["ink", "muted", "faint", "link"].flatMap((text) =>
    [...plain, "hover"].map((ground): [string, string] => [text, ground]),
  ),
  ...tones.flatMap((tone): [string, string][] => [
    [`${tone}-on-soft`, `${tone}-soft`],
    ...plain.map((ground): [string, string] => [`${tone}-on-soft`, ground]),
    ["on-solid", tone],
    ["ink", `${tone}-soft`],
    ["muted", `${tone}-soft`],
    ["link", `${tone}-soft`],
  ]),
  ["on-ink", "ink"],
];
const visible: [shape: string, ground: string][] = [
  ...tones.flatMap((tone) => [...plain, "hover", `${tone}-soft`].map((ground): [string, string] => [tone, ground])),
  ...["control", "focus"].flatMap((shape) => plain.map((ground): [string, string] => [shape, ground])),
];

describe.each(schemes)("in the %s theme", (scheme) => {
  it.each(readable)("%s can be read on %s", (text, ground) => {
    expect(contrast(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(textMinimum);
  });
  it.each(visible)("%s stands out from %s", (shape, ground) => {
    expect(contrast(colour(shape, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(shapeMinimum);
  });
});

function colour(name: string, scheme: Scheme): string {
  const found = palette.get(name);
  if (!found) throw new Error(`globals.css has no --${name}`);
  return found[scheme];
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
