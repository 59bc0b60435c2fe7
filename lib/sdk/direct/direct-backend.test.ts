import { backendConformance } from "@/lib/testing/backend-conformance";
import { decideOn, probeFor } from "@/lib/testing/operator-for-tests";
import { sdkWorld } from "@/lib/testing/sdk-world";

backendConformance("the direct backend over memory", async () => {
  const { backend, clock, engine } = sdkWorld();
  return {
    backend,
    loseLeases: async () => clock.skip(1_001),
    decide: decideOn(engine),
    askProbe: probeFor(engine),
  };
});
