/** Where the agent finds its systems, asked at each call: a worker is told when it starts, a test when its world does. */

let told: string | null = null;

export function setWorldUrl(url: string): void {
  told = url;
}

export function worldUrl(): string {
  const url = told ?? process.env.WORLD_URL;
  if (url) return url;
  throw new Error("The agent's systems are nowhere: WORLD_URL is not set.");
}
