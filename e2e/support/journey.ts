/** The test of all journeys: people at browsers of their own, and a server that must never break while they work. */

import { test as base, expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/progress/validation";
import { signIn } from "./sign-in";

type Journey = {
  /** A person of this role, signed in, at a browser of their own, on the page where the sign-in led. */
  as: (role: Role) => Promise<Page>;
};

export const test = base.extend<Journey>({
  async as({ browser }, use) {
    const broken: string[] = [];
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = [];
    await use(async (role) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      page.on("response", (answer) => {
        if (answer.status() >= 500) broken.push(`${answer.status()} from ${answer.url()}`);
      });
      page.on("console", (said) => {
        if (/Content Security Policy/i.test(said.text())) broken.push(`${page.url()}: ${said.text()}`);
      });
      page.on("pageerror", (error) => broken.push(`${page.url()}: ${error.stack ?? error.message}`));
      waitWhereItOpens(page);
      await signIn(page, role);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(broken, "what broke on the way").toEqual([]);
  },
});

/** A page is drawn before it listens. A person who is that fast clicks again; a journey, whose clicks count, waits. */
function waitWhereItOpens(page: Page): void {
  const open = page.goto.bind(page);
  page.goto = async (...asked) => {
    const answer = await open(...asked);
    await expect.poll(() => page.evaluate(isListening), { message: "the page listens" }).toBe(true);
    return answer;
  };
}

/** Runs in the page. React marks what it has taken over from the server. */
const isListening = (): boolean =>
  [...document.querySelectorAll("main a, main button")].every((element) =>
    Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
  );

export { expect };
