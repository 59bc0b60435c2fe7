/** The API as OpenAPI 3.1 describes it, made of the schemas that its routes parse with. */

import { z } from "zod";
import { Problem } from "./contract/basics";
import type { Contract } from "./route";

export type DescribedRoute = { path: string; method: "GET" | "POST"; contract: Contract };

export type ApiDescription = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
};
export type Operation = {
  operationId: string;
  summary?: string;
  security: Record<string, never[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>;
};
type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: JsonSchema };
export type JsonSchema = Record<string, unknown>;

/** What programs may rely on, in one paragraph. */
const versioning =
  "Within v1 nothing is taken away and no meaning changes: fields, calls and codes are only added, so ignore what you do " +
  "not know. What cannot be added so becomes v2, beside which v1 goes on for at least a year.";

/** Addresses are written as in the file system: "/runs/[runId]". */
export function describeApi(routes: readonly DescribedRoute[], publicUrl: string): ApiDescription {
  const paths: ApiDescription["paths"] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/\[(\w+)\]/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Reprise", version: "1", description: versioning },
    servers: [{ url: `${publicUrl}/api/v1` }],
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key of a program: rpk_..." },
        session: { type: "apiKey", in: "cookie", name: "session", description: "Of a person who signed in." },
      },
      schemas: { Problem: schemaOf(Problem, "output") },
    },
  };
}

function operationOf({ path, method, contract }: DescribedRoute): Operation {
  const { params, query, body, answer, asks, summary, idempotent, isFile } = contract;
  const mayRead = asks === "session" && method === "GET";
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, "_").replace(/_$/, "")}`,
    ...(summary !== undefined && { summary }),
    security: [...(asks === "key" || mayRead ? [{ key: [] }] : []), ...(asks === "session" ? [{ session: [] }] : [])],
    parameters: [
      ...parametersOf(params, "path"),
      ...parametersOf(query, "query"),
      ...(idempotent
        ? [{ name: "Idempotency-Key", in: "header", required: true, schema: { type: "string" } } as const]
        : []),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
    }),
    responses: {
      "200": {
        description: "As asked",
        content: isFile
          ? { "text/plain": { schema: { type: "string" } } }
          : { "application/json": { schema: schemaOf(answer, "output") } },
      },
      default: {
        description: "Refused: `code` says why, and never changes its meaning",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query"): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: each,
  }));
}

/** What JSON Schema has no words for, such as a length in bytes, is left to the answer that refuses it. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
}
