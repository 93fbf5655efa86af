import { z } from 'zod';
import { contractEndpoints } from '../contract-endpoints.ts';
import type { EndpointCase } from './endpoint-case.ts';

type JsonSchema = {
  properties?: Record<string, JsonSchema> | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
};

const jsonSchema: z.ZodType<JsonSchema> = z
  .object({
    properties: z.record(
      z.string(),
      z.lazy(() => jsonSchema),
    ),
    items: z.lazy(() => jsonSchema),
    anyOf: z.array(z.lazy(() => jsonSchema)),
  })
  .partial();

/**
 * Returns the path of every field that the endpoint accepts, such as `id` or
 * `payload[].scopes[].resource`.
 */
export const fieldsTaken = ({ endpoint }: EndpointCase): string[] => {
  const described = contractEndpoints.find(({ method, path }) => `${method} ${path}` === endpoint);
  if (!(described?.inputSchema instanceof z.ZodType)) return [];
  const schema = z.toJSONSchema(described.inputSchema, { io: 'input', unrepresentable: 'any' });
  return fieldsOf(jsonSchema.parse(schema), '');
};

const fieldsOf = ({ properties = {}, items, anyOf = [] }: JsonSchema, at: string): string[] => [
  ...Object.entries(properties).flatMap(([key, inner]) => {
    const path = [at, key].filter(Boolean).join('.');
    return [path, ...fieldsOf(inner, path)];
  }),
  ...(items ? fieldsOf(items, `${at}[]`) : []),
  ...anyOf.flatMap((inner) => fieldsOf(inner, at)),
];
