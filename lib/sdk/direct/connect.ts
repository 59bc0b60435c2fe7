/** For a process that starts runs, such as a webhook: finds the database as every other process does. */

import { getDatabaseUrls } from "@/lib/env";
import { createEngine } from "@/lib/wiring";
import { connect } from "../start";
import { startBackend } from "./start-backend";

/** Afterwards `start` needs no backend. Resolves with what closes the connections. Throws SetupError, DatabaseError. */
export async function connectDirect(): Promise<() => Promise<void>> {
  const { engine, close } = await createEngine({ ...getDatabaseUrls(), applicationName: "reprise start" });
  connect(startBackend(engine));
  return close;
}
