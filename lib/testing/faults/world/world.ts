/** The campaign's side of the outside world. */

import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Children } from "@/lib/bin/product/children";
import { tsxChild } from "@/lib/bin/product/tsx-child";
import { controlPath, heldPath, releasePath, type WorldControl } from "./control";

export type World = {
  url: string;
  control(next: WorldControl): Promise<void>;
  held(): Promise<string[]>;
  release(options: { execute: boolean }): Promise<void>;
};

const program = path.join(path.dirname(fileURLToPath(import.meta.url)), "world-process.ts");

export async function startWorld(children: Children): Promise<World> {
  const url = await new Promise<string>((resolve) => {
    const onLine = (line: string) => line.startsWith("http://") && resolve(line);
    children.start(tsxChild("campaign world", program, { env: process.env, graceMs: 500, onLine }));
  });
  const post = async (at: string, body: object = {}) => {
    await (await fetch(`${url}${at}`, { method: "POST", body: JSON.stringify(body) })).arrayBuffer();
  };
  return {
    url,
    control: (next) => post(controlPath, next),
    held: async () => ((await (await fetch(`${url}${heldPath}`)).json()) as { held: string[] }).held,
    release: ({ execute }) => post(`${releasePath}?execute=${execute ? 1 : 0}`),
  };
}
