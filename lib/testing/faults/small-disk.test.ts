import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { mountSmallDisk } from "./small-disk";

it("a small disk takes nothing once it was filled, and takes it again when it was freed", ({
  skip,
  onTestFinished,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "reprise-disk-"));
  const disk = mountSmallDisk(path.join(folder, "small"), null);
  onTestFinished(() => {
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  });
  // Only root may mount, and only on Linux; the campaign has another way there.
  if (disk === null) return skip();
  const write = () => writeFileSync(path.join(disk.folder, "row"), "x".repeat(8_192));
  disk.fill();
  expect(statfsSync(disk.folder).bavail).toBe(0);
  expect(write).toThrow("ENOSPC");
  disk.free();
  expect(write).not.toThrow();
});
