/** The register of destinations with what is known of their actions, and who held or released them. */

import type { DestinationFigure, RegisteredDestination } from "@/lib/ledger/store";
import type { Command } from "./command-store";
import type { Engine } from "./engine";

export type DestinationItem = RegisteredDestination & Omit<DestinationFigure, "destination"> & { commands: Command[] };

const commandsMax = 5;

export async function readDestinations(engine: Engine): Promise<{ now: number; rows: DestinationItem[] }> {
  const [register, figures, now] = await Promise.all([
    engine.ledger.listDestinations(),
    engine.ledger.destinationFigures(),
    engine.ledger.now(),
  ]);
  const rows = await Promise.all(
    register.map(async (row) => {
      const { name } = row.declaration;
      const figure = figures.find(({ destination }) => destination === name);
      const commands = (await engine.commands.listByObject(name)).slice(0, commandsMax);
      return { ...row, actions: figure?.actions ?? {}, inFlightUntil: figure?.inFlightUntil ?? null, commands };
    }),
  );
  return { now, rows };
}
