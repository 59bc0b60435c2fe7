/** A path as a person at the terminal would type it: relative below the working folder, whole elsewhere. */

import path from "node:path";

export function formatPath(file: string): string {
  const relative = path.relative("", file);
  return relative.startsWith("..") || path.isAbsolute(relative) ? file : relative || ".";
}
