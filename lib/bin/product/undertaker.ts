/**
 * Ends the children of a process that was killed without a chance to do it itself. A shell waits on a pipe that only its parent
 * holds open; the kernel closes it whatever the parent died of, and the shell then ends what it was last told of.
 */

import { spawn } from "node:child_process";

export interface Undertaker {
  /** Replaces the list of whom to end. A negative pid is a process group. */
  watch(targets: { pid: number; signal: NodeJS.Signals }[]): void;
  dismiss(): void;
}

// Asked first, killed after five seconds: long enough for Postgres to write its checkpoint.
const script = `
last=
while IFS= read -r line; do last=$line; done
alive() { for target in $last; do kill -s 0 -- "\${target#*:}" 2>/dev/null && return 0; done; return 1; }
for target in $last; do kill -s "\${target%%:*}" -- "\${target#*:}" 2>/dev/null; done
tries=0
while alive && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
for target in $last; do kill -s KILL -- "\${target#*:}" 2>/dev/null; done
`;

export function startUndertaker(): Undertaker {
  // Detached, or Ctrl-C in the terminal would end it together with its parent.
  const shell = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true, cwd: "/" });
  // Without a shell there is no safety net, which is no reason to stop; a dead one shows up as a broken pipe.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  const write = (line: string) => shell.stdin.write(`${line}\n`);
  return {
    watch(targets) {
      write(targets.map(({ pid, signal }) => `${signal.slice("SIG".length)}:${pid}`).join(" "));
    },
    dismiss() {
      write("");
      shell.stdin.end();
    },
  };
}
