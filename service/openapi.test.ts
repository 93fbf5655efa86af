import Ajv from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { anyScope } from '#shared/api/endpoint.ts';
import { problems } from '#shared/api/problem.ts';
import { contractEndpoints } from './contract-endpoints.ts';
import { openApiDocument } from './openapi.ts';

type Content = Record<string, { schema?: object }>;
type Response = { description: string; content?: Content; headers?: object };
type Parameter = { name: string; in: string; required?: boolean; schema: object };
type Operation = {
  operationId: string;
  description: string;
  security?: unknown[];
  'x-required-scope'?: string;
  'x-additive': boolean;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
type Document = {
  openapi: string;
  components: Record<string, Record<string, unknown>>;
  paths: Record<string, Record<string, Operation>>;
};

/** The document as a client receives it. */
const document: Document = JSON.parse(JSON.stringify(await openApiDocument()));
const methods = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => methods.has(method))
    .map(([method, operation]) => ({ path, method, ...operation })),
);
const namesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const named = (operation: Operation) =>
  (operation.parameters ?? []).filter((parameter) => 'name' in parameter);

const find = (operationId: string) => {
  const operation = operations.find((other) => other.operationId === operationId);
  if (!operation) throw new Error(`there is no ${operationId}`);
  return operation;
};
const codesOf = (operationId: string) =>
  Object.values(find(operationId).responses).flatMap(({ content }) => {
    const schema = content?.['application/problem+json']?.schema;
    return schema ? Object(schema).properties.code.enum : [];
  });
const referencesOf = (operationId: string) =>
  (find(operationId).parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter ? [parameter.$ref.split('/').at(-1)] : [],
  );

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, with every endpoint once', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(contractEndpoints.map((each) => each.operationId)));
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('has everything that it refers to', () => {
    const references = JSON.stringify(document).matchAll(
      /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g,
    );
    const found = [...references].map(([, kind = '', name = '']) => [kind, name] as const);
    expect(found.length).toBeGreaterThan(100);
    for (const [kind, name] of found) expect(document.components[kind]).toHaveProperty([name]);
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/)/);
  });

  test('has schemas that are JSON Schemas', () => {
    const ajv = new Ajv.default({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: document.components });
    const schemas = operations.flatMap((operation) => [
      ...named(operation).map(({ schema }) => schema),
      ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).flatMap(({ schema }) => (schema ? [schema] : [])),
      ),
    ]);
    expect(schemas.length).toBeGreaterThan(300);
    const text = (schema: object) => JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    for (const schema of new Set(schemas.map(text))) ajv.compile(JSON.parse(schema));
  });
});

describe.each(operations)('$method $path', (operation) => {
  test('names the parameters of its path, and describes its responses', () => {
    const inPath = named(operation).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(namesOf(operation.path).toSorted());
    expect(inPath.every(({ required }) => required === true)).toBe(true);
    expect(operation.description).not.toBe('');
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(description).not.toBe('');
      const isEmpty = ['204', '304'].includes(status) || operation.method === 'head';
      expect(Object.keys(content ?? {}).length === 0).toBe(isEmpty);
    }
  });
});

describe('an operation', () => {
  test.each(contractEndpoints)('$method $path names its scope', (endpoint) => {
    const operation = find(endpoint.operationId);
    expect(operation['x-additive']).toBe(!endpoint.specified);
    const { scope } = endpoint;
    const required = scope === null || scope === anyScope ? undefined : scope;
    expect(operation['x-required-scope']).toBe(required);
    expect(operation.security).toEqual(scope === null ? [] : undefined);
    const open = scope === null ? 'Needs no access token' : 'Takes a token of any scope';
    const access = required === undefined ? open : `\`${required}\``;
    expect(operation.description).toContain(access);
    expect(Object.keys(operation.responses)).toContain(`${endpoint.successStatus}`);
  });

  const closed = ['unauthenticated', 'token_expired', 'missing_scope', 'ip_not_allowed'];
  const body = ['invalid_json', 'validation_failed', 'too_large', 'unsupported_media_type'];
  test.each([
    ['collections.list', [...closed, 'validation_failed'], ['not_found', 'collection_access']],
    ['threats.get', [...closed, 'not_found'], ['collection_access', 'precondition_failed']],
    ['threats.create', [...closed, ...body, 'not_found', 'collection_access', 'conflict'], []],
    ['threats.update', [...closed, ...body, 'precondition_failed', 'rate_limited'], ['conflict']],
    ['collections.create', [...closed, ...body], ['not_found', 'collection_access']],
    ['collectionAccess.grantUsers', [...closed, ...body, 'not_found', 'collection_access'], []],
    ['users.delete', [...closed, 'not_found', 'conflict', 'precondition_failed'], body.slice(2)],
    ['auth.token', [...body, 'invalid_credentials', 'rate_limited'], closed.slice(0, 3)],
    ['adminScopes.presets', [...closed, 'enterprise_required'], ['validation_failed']],
    ['threatModels.importOtm', [...closed, ...body.slice(1)], ['invalid_json']],
    ['batch.send', ['unauthenticated', ...body], ['missing_scope', 'not_found', 'conflict']],
  ])('%s names its errors', (operationId, present, absent) => {
    const codes = codesOf(operationId);
    expect(codes).toEqual(expect.arrayContaining([...present, 'internal']));
    expect(codes.filter((code) => absent.includes(code))).toEqual([]);
    expect(Object.keys(problems)).toEqual(expect.arrayContaining(codes));
  });

  test.each([
    ['threats.get', ['If-None-Match'], ['X-Request-Id', 'ETag']],
    ['threats.update', ['If-Match'], ['X-Request-Id', 'ETag']],
    ['codexExtensions.replace', ['If-Match'], ['X-Request-Id', 'ETag']],
    ['threats.restore', ['Idempotency-Key'], ['X-Request-Id', 'ETag']],
    ['threats.create', ['Idempotency-Key'], ['X-Request-Id', 'ETag']],
    ['collections.create', ['Idempotency-Key'], ['X-Request-Id']],
    ['threats.list', [], ['X-Request-Id']],
    ['auth.token', [], ['X-Request-Id']],
    [
      'roles.list',
      ['If-None-Match', 'If-Modified-Since'],
      ['X-Request-Id', 'ETag', 'Last-Modified', 'Cache-Control'],
    ],
    ['threatModels.report', [], ['X-Request-Id', 'Content-Disposition']],
    ['batch.send', [], ['X-Request-Id']],
  ])('%s has the headers of its kind', (operationId, sent, answered) => {
    expect(referencesOf(operationId)).toEqual(sent);
    const [success] = Object.values(find(operationId).responses);
    expect(Object.keys(success?.headers ?? {})).toEqual(answered);
  });

  test('accepts and returns files in their own types', () => {
    const typesOf = (part: { content?: Content } | undefined) => Object.keys(part?.content ?? {});
    expect(typesOf(find('threatModels.report').responses['200'])).toEqual(['application/pdf']);
    expect(typesOf(find('threatModels.image').responses['200'])).toEqual([
      'image/png',
      'image/svg+xml',
    ]);
    expect(typesOf(find('threatModels.importOtm').requestBody)).toEqual(
      expect.arrayContaining(['application/json', 'application/yaml', 'multipart/form-data']),
    );
  });

  test('for a catalog has HEAD', () => {
    const heads = operations.filter(({ method }) => method === 'head').map(({ path }) => path);
    expect(heads).toEqual([
      '/roles',
      '/users/admin-scopes/resources',
      '/users/admin-scopes/permissions',
      '/users/admin-scopes/presets',
    ]);
  });
});
