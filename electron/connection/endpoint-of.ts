import type { ContractProcedure, ErrorMap } from '@orpc/contract';
import type { z } from 'zod';
import { contract } from '#shared/api/contract.ts';
import type { EndpointMeta } from '#shared/api/endpoint.ts';

export type Endpoint = Pick<EndpointMeta, 'answers'> & {
  /** The method and path as in the specification: `PATCH /threats/{id}`. */
  name: string;
  method: string;
  output: z.ZodType;
};

type Procedure = ContractProcedure<z.ZodType, z.ZodType, ErrorMap, EndpointMeta>;
const resources: Record<string, Record<string, Procedure>> = contract;

const endpointFrom = (procedure: Procedure): Endpoint & { path: string } => {
  const { route, meta, outputSchema } = procedure['~orpc'];
  const { method = 'GET', path = '/' } = route;
  if (!outputSchema) throw new Error(`${method} ${path} does not say what it answers`);
  const { answers } = meta;
  return { name: `${method} ${path}`, method, path, output: outputSchema, answers };
};

const endpoints = Object.entries(resources).flatMap(([resource, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => ({
    ...endpointFrom(procedure),
    procedure: `${resource}.${name}`,
  })),
);

const byProcedure = new Map(endpoints.map((endpoint) => [endpoint.procedure, endpoint]));

/** Returns the endpoint of a client call such as `['threats', 'update']`. */
export const endpointAt = (path: readonly string[]): Endpoint => {
  const endpoint = byProcedure.get(path.join('.'));
  if (!endpoint) throw new Error(`The contract has no ${path.join('.')}`);
  return endpoint;
};

const routes = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/**
 * Returns the endpoint of a request, or `null` if the contract has none. The first match in the contract
 * counts. For example, the contract lists `/users/search` before `/users/{id}`, whose pattern matches
 * the same address.
 */
export const endpointOf = ({ method, url }: Request, baseUrl: string): Endpoint | null => {
  const { pathname } = new URL(url);
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  if (!pathname.startsWith(`${base}/`)) return null;
  const path = pathname.slice(base.length);
  const found = routes.find(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.exec(path)?.index === 0,
  );
  return found?.endpoint ?? null;
};
