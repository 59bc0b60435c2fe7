/** Shows how far a campaign is: one moving line on a terminal, nothing elsewhere, where lines of their own are kept. */

export type ProgressBar = { say(lines: string[]): void; advance(): void; end(): void };

const width = 30;

export function progressBar(total: number | null, startedAt = Date.now()): ProgressBar {
  const isTerminal = process.stdout.isTTY === true;
  let done = 0;
  const draw = () => {
    if (!isTerminal) return;
    const share = total === null ? 0 : Math.min(1, done / total);
    const bar = total === null ? "" : `${"█".repeat(Math.round(share * width)).padEnd(width, "·")} `;
    const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
    process.stdout.write(`\r\x1b[2K${bar}${done}${total === null ? "" : `/${total}`} scenarios, ${minutes} min`);
  };
  const clear = () => isTerminal && process.stdout.write("\r\x1b[2K");
  draw();
  return {
    say(lines) {
      clear();
      for (const line of lines) console.log(line);
      draw();
    },
    advance() {
      done += 1;
      draw();
    },
    end: () => void clear(),
  };
}
