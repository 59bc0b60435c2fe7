import { describe, expect, it } from "vitest";
import { routes } from "@/app/api/v1/openapi.json/routes";
import { describeApi } from "./describe-api";

const files = Object.keys(import.meta.glob("/app/api/v1/**/route.ts"));
const description = describeApi(routes, "https://reprise.example");
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe("the description of the API", () => {
  it("holds every route that there is, but its own", () => {
    const known = files.map((file) => file.slice("/app/api/v1".length, -"/route.ts".length));
    const described = new Set(routes.map(({ path }) => path));
    expect(known.filter((path) => path !== "/openapi.json").sort()).toEqual([...described].sort());
  });

  it("is JSON, names each operation once, and refers to nothing that is not there", () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const references = new Set(JSON.stringify(description).match(/"\$ref":"[^"]+"/g));
    expect([...references]).toEqual(['"$ref":"#/components/schemas/Problem"']);
  });

  it("says of each answer what it holds, and of each parameter in the address that it is needed", () => {
    for (const { path, operation } of operations) {
      const [content] = Object.values(operation.responses["200"]?.content ?? {});
      expect([path, Object.keys(content?.schema ?? {}).length]).not.toEqual([path, 0]);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const described = operation.parameters.filter((each) => each.in === "path" && each.required);
      expect([path, described.map(({ name }) => name)]).toEqual([path, named]);
    }
  });

  it("gives programs' calls to keys alone, and what people press to people alone", () => {
    const securityOf = (path: string) => description.paths[path]?.post?.security;
    expect(securityOf("/guard/begin")).toEqual([{ key: [] }]);
    expect(securityOf("/worker/claim")).toEqual([{ key: [] }]);
    expect(securityOf("/actions/{actionId}/settle")).toEqual([{ session: [] }]);
    expect(description.paths["/runs"]?.get?.security).toEqual([{ key: [] }, { session: [] }]);
  });

  it("asks for an Idempotency-Key where a repeat is known by it", () => {
    const asks = (path: string) =>
      description.paths[path]?.post?.parameters.some(({ name, required }) => name === "Idempotency-Key" && required);
    expect([asks("/worker/start"), asks("/guard/begin"), asks("/worker/heartbeat"), asks("/guard/state")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("describes what a guard sends by the schema that refuses it", () => {
    const schema = description.paths["/guard/begin"]?.post?.requestBody?.content["application/json"]?.schema;
    expect(schema).toMatchObject({
      required: ["intent", "actionId", "attemptId"],
      properties: {
        actionId: { type: "string", format: "uuid" },
        intent: { required: expect.arrayContaining(["type"]) },
      },
    });
  });
});
