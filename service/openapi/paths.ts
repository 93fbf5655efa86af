import type { OpenAPI } from '@orpc/openapi';
import { contractEndpoints } from '../contract-endpoints.ts';
import { describeOperation, type Operation } from './describe-operation.ts';

type Paths = Record<
  string,
  Partial<Record<HttpMethod, Operation>> & { servers?: OpenAPI.ServerObject[] }
>;
type HttpMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Returns the generated paths with completed operations. OpenAPI treats two paths that differ only in
 * parameter names as one path, so both get the parameter names of the first path.
 */
export const completePaths = (generated: OpenAPI.PathsObject): Paths => {
  const paths: Paths = {};
  for (const endpoint of contractEndpoints) {
    const method = endpoint.method.toLowerCase();
    const operation = Object.entries(generated[endpoint.path] ?? {}).find(
      ([name]) => name === method,
    )?.[1];
    if (!isOperation(operation)) continue;
    const path = Object.keys(paths).find(isLike(endpoint.path)) ?? endpoint.path;
    const described = renamed(describeOperation(operation, endpoint), endpoint.path, path);
    paths[path] = {
      ...paths[path],
      [method]: described,
      ...(endpoint.answers === 'catalog' && { head: asHead(described) }),
    };
  }
  return { ...paths, ...openPaths };
};

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'responses' in value;

const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const isLike = (path: string) => (other: string) =>
  other.replaceAll(/\{\w+\}/g, '{}') === path.replaceAll(/\{\w+\}/g, '{}');

const renamed = (operation: Operation, from: string, to: string): Operation => {
  const names = new Map(namesIn(from).map((name, index) => [name, namesIn(to)[index] ?? name]));
  return {
    ...operation,
    parameters: (operation.parameters ?? []).map((parameter) =>
      'in' in parameter && parameter.in === 'path'
        ? { ...parameter, name: names.get(parameter.name) ?? parameter.name }
        : parameter,
    ),
  };
};

/** Returns a HEAD operation: the GET operation without the bodies of its responses. */
const asHead = ({ operationId, responses, ...operation }: Operation): Operation => ({
  ...operation,
  operationId: `${operationId}.head`,
  responses: Object.fromEntries(
    Object.entries(responses ?? {}).map(([status, response]) => [status, withoutBody(response)]),
  ),
});

const withoutBody = (
  response: OpenAPI.ResponsesObject[string],
): OpenAPI.ResponsesObject[string] => {
  if (!('content' in response)) return response;
  const { content: _, ...headersOnly } = response;
  return headersOnly;
};

const open = (operationId: string, description: string, statuses: Record<string, string>) =>
  ({
    operationId,
    description,
    security: [],
    'x-additive': true,
    responses: Object.fromEntries(
      Object.entries(statuses).map(([status, text]) => [
        status,
        { description: text, content: { 'application/json': { schema: { type: 'object' } } } },
      ]),
    ),
  }) satisfies Operation;

/** Endpoints outside of the contract. */
const openPaths: Paths = {
  '/openapi.json': { get: open('openapi', 'This document.', { 200: 'This document' }) },
  '/health': {
    servers: [{ url: '/' }],
    get: open('health', 'Whether the process is alive; outside of the API.', { 200: 'It is' }),
  },
  '/ready': {
    servers: [{ url: '/' }],
    get: open('ready', 'Whether requests should be sent to this instance; outside of the API.', {
      200: 'They should',
      503: 'The database does not take reads and writes, or the instance is about to end',
    }),
  },
};
