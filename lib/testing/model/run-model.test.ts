import { anEngineWorld } from "../engine-world";
import { runModel } from "./run-model";

runModel(
  "in memory",
  async () => {
    const { engine, now, pass } = anEngineWorld();
    return { engine, setNow: async (at) => pass(at - now()) };
  },
  { runs: 400, steps: 60 },
);
