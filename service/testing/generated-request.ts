import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { canvasDocumentSchema, edgeSchema, nodeSchema } from '#shared/canvas/document.ts';
import type { ContractEndpoint } from '../contract-endpoints.ts';
import {
  arbitraryOf,
  hugeNumber,
  inputOf,
  odd,
  type JsonSchema,
  type NamedFields,
} from './arbitrary-of.ts';
import { isPlanted, placeholder, plantedNames, type PlantedName } from './planted.ts';

export type GeneratedRequest = {
  as: 'owner' | 'user' | 'nobody';
  method: string;
  /** Path and query. Here and in the body, planted values appear as placeholders. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

/**
 * The planted record whose ID replaces `{id}`, by the path before `{id}`. For example, `/users/{id}`
 * gets the ID of a user.
 */
const recordOf: Record<string, PlantedName> = {
  '/collections': 'collectionId',
  '/threat-models': 'threatModelId',
  '/canvases': 'canvasId',
  '/components': 'componentId',
  '/threats': 'threatId',
  '/mitigations': 'mitigationId',
  '/comments': 'commentId',
  '/users': 'userId',
  '/teams': 'teamId',
  '/codex/attributes': 'attributeId',
  '/codex/mitigations': 'codexMitigationId',
  '/codex/threats': 'codexThreatId',
};
const otherNames: Record<string, PlantedName> = {
  recipientId: 'otherUserId',
  usersIds: 'userId',
  teamsIds: 'teamId',
  emails: 'email',
};

const plantedFor = (path: string, name: string): PlantedName | undefined => {
  if (isPlanted(name)) return name;
  if (name !== 'id' && name !== 'ids') return otherNames[name];
  const [, record] = Object.entries(recordOf).find(([start]) => path.startsWith(start)) ?? [];
  return record;
};

const anyPlanted = fc.constantFrom(...plantedNames).map(placeholder);
const newEmail = fc.uuid().map((id) => `${id}@example.org`);

const documents = {
  data: inputOf(canvasDocumentSchema),
  nodes: inputOf(z.array(nodeSchema)),
  edges: inputOf(z.array(edgeSchema)),
};
const isDocument = (name: string): name is keyof typeof documents => name in documents;

/**
 * The values of list parameters. The schemas of these parameters do not describe the values, because the
 * contract converts them from text.
 */
const listParameters: Record<string, fc.Arbitrary<unknown>> = {
  limit: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer()),
  page: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer()),
  order: fc.constantFrom('ASC', 'desc', 'Desc', 'up'),
};

const inBatches: Record<string, fc.Arbitrary<unknown>> = {
  name: fc.constantFrom('a', 'b', 'c', '__proto__', undefined),
  path: fc.oneof(
    fc.constantFrom(...Object.entries(recordOf)).chain(([path, name]) => {
      const ids = fc.constantFrom(placeholder(name), '@a', '@b', '@', '@__proto__', '..');
      return fc.oneof(
        fc.constant(path),
        ids.map((id) => `${path}/${id}`),
      );
    }),
    fc.constantFrom('/batch', '/auth', '/comments/many', '/../../health', '/', '//', '/threats/%'),
  ),
  body: fc.dictionary(
    fc.constantFrom('title', 'text', 'threatId', 'componentId', 'canvasId', 'data', '__proto__'),
    fc.oneof(
      fc.constantFrom<unknown>('Title', { $ref: 'a' }, { $ref: 'b' }, { $ref: 1 }),
      fc.constantFrom(placeholder('threatId'), placeholder('componentId')),
      fc.constantFrom({ nodes: [{ id: 'n', data: { componentId: { $ref: 'a' } } }], edges: [] }),
      odd,
    ),
  ),
  idempotencyKey: fc.constantFrom('one', 'two', undefined),
  ifMatch: fc.constantFrom('*', '"a"', '@a', '@b', undefined),
};

const fieldsOf =
  (path: string): NamedFields =>
  (name) => {
    if (isDocument(name)) return arbitraryOf(documents[name], () => undefined);
    const ofList = listParameters[name];
    if (ofList) return ofList;
    const inBatch = path === '/batch' ? inBatches[name] : undefined;
    if (inBatch) return inBatch;
    const right = plantedFor(path, name);
    if (right === undefined) return undefined;
    const others = right === 'email' ? newEmail : anyPlanted;
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(placeholder(right)) },
      { weight: 2, arbitrary: others },
      { weight: 1, arbitrary: fc.constantFrom('unknown', 'x'.repeat(200), '') },
    );
  };

const inUrl = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Unusual segments of paths, already URL-encoded. */
const oddSegments = fc.oneof(
  fc.constantFrom('%', '%00', '%2f', '..%2f..', '%2e%2e', '%ed%a0%80', '%F0%9F%94%90', '%27--'),
  fc.constantFrom('unknown', 'many', 'search', '__proto__', 'x'.repeat(201), 'x'.repeat(8000)),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(inUrl),
);

const segmentFor = (path: string, name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant(placeholder(plantedFor(path, name) ?? 'threatId')) },
    { weight: 2, arbitrary: oddSegments },
    { weight: 1, arbitrary: anyPlanted },
  );

const parameter = /\{(\w+)\}/g;
const parametersOf = (path: string): string[] =>
  [...path.matchAll(parameter)].flatMap(([, name]) => name ?? []);

const paths = (path: string): fc.Arbitrary<string> => {
  const names = parametersOf(path);
  return fc
    .tuple(...names.map((name) => segmentFor(path, name)))
    .map((segments) =>
      path.replaceAll(parameter, (_, name: string) => segments[names.indexOf(name)] ?? ''),
    );
};

const withoutParameters = (path: string, schema: JsonSchema): JsonSchema => {
  const names = new Set(parametersOf(path));
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !names.has(name));
  const required = schema.required?.filter((name) => !names.has(name));
  return schema.properties ? { ...schema, properties: Object.fromEntries(own), required } : schema;
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Queries that sometimes repeat a field or have an unknown one. */
const queries = (path: string, schema: JsonSchema): fc.Arbitrary<string> =>
  fc
    .tuple(
      arbitraryOf(schema, fieldsOf(path)),
      fc.array(fc.tuple(fc.constantFrom('limit', 'id', '__proto__', ''), odd), { maxLength: 1 }),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([known, others, repeat]) => {
      const fields = typeof known === 'object' && known !== null ? Object.entries(known) : [];
      const pairs = [...fields, ...others, ...(repeat === 0 ? fields : [])];
      return pairs
        .map(([name, value]) => `${inUrl(name)}=${inUrl(asText(value).slice(0, 4000))}`)
        .join('&');
    });

const noJson = fc.oneof(
  fc.constantFrom('', '{', '[1,', '\uFEFF{}', '{"a":1}{"a":2}', '{"title":"a","title":1}', 'null'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const otm = readFileSync(
  join(import.meta.dirname, '../../shared/sample/web-shop.otm.yaml'),
  'utf8',
);
/** An OTM file in which some other text replaces a short part. */
const damaged = fc
  .record({
    at: fc.nat(otm.length),
    length: fc.nat(40),
    put: fc.oneof(fc.constantFrom('*a', '&a ', '? ', ': ', '- ', '"', '\0', '\n', '{'), noJson),
  })
  .map(({ at, length, put }) => otm.slice(0, at) + put + otm.slice(at + length));
const files = fc.oneof(
  damaged,
  fc.constantFrom(otm, otm.slice(0, 9000), 'a: &a [*a]', '{"otmVersion":"0.2.0"}', '%YAML 9'),
  noJson,
);

const bodies = ({ path, body, inputSchema }: ContractEndpoint): fc.Arbitrary<string> => {
  if (body === 'file') return files;
  const schema = withoutParameters(path, inputOf(z.instanceof(z.ZodType).parse(inputSchema)));
  const json = arbitraryOf(schema, fieldsOf(path)).map((value) =>
    (JSON.stringify(value) ?? '').replaceAll(`"${hugeNumber}"`, hugeNumber),
  );
  return fc.oneof({ weight: 15, arbitrary: json }, { weight: 1, arbitrary: noJson });
};

/**
 * Text with characters that HTTP allows in a header. Most of them have a meaning in the headers below.
 */
const headerText = fc.string({
  unit: fc.constantFrom('"', '*', '/', ',', ';', '=', 'W', ' ', 'a', '1', 'é'),
  maxLength: 300,
});
const tag = fc.oneof(fc.constantFrom('*', '"a"', 'W/"a"', '"a", "b"'), headerText);

/**
 * At most one header. With several headers, most requests would be rejected because of the first header,
 * so the others would not be tested.
 */
const oneHeader: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.record({ 'if-match': tag }),
  fc.record({ 'if-none-match': tag }),
  fc.record({ 'if-modified-since': fc.constantFrom('Sat, 01 Jan 2000 00:00:00 GMT', 'once') }),
  fc.record({
    'idempotency-key': fc.oneof(fc.constantFrom('one', 'two', 'x'.repeat(256)), headerText),
  }),
  fc.record({ accept: headerText }),
  fc.record({ 'content-encoding': fc.constantFrom('gzip', 'identity') }),
);
const otherTypes = fc.oneof(
  fc.constantFrom('application/json; charset=utf-16', 'multipart/form-data; boundary=a'),
  headerText,
);

/** Returns requests to an endpoint, generated from its schema. Most are valid. */
export const requestsTo = (endpoint: ContractEndpoint): fc.Arbitrary<GeneratedRequest> => {
  const { method, path, body } = endpoint;
  const schema = inputOf(z.instanceof(z.ZodType).parse(endpoint.inputSchema));
  const isRead = method === 'GET';
  const type = body === 'file' ? 'application/yaml' : 'application/json';
  return fc
    .record({
      as: fc.oneof(
        { weight: 6, arbitrary: fc.constant('owner' as const) },
        { weight: 3, arbitrary: fc.constant('user' as const) },
        { weight: 1, arbitrary: fc.constant('nobody' as const) },
      ),
      isHead: fc.integer({ min: 0, max: 9 }).map((one) => isRead && one === 0),
      pathname: paths(path),
      query: isRead ? queries(path, withoutParameters(path, schema)) : fc.constant(''),
      body: isRead ? fc.constant(null) : bodies(endpoint),
      type: fc.oneof({ weight: 12, arbitrary: fc.constant(type) }, otherTypes),
      header: oneHeader,
    })
    .map(({ as, isHead, pathname, query, body: sent, type: sentType, header }) => ({
      as,
      method: isHead ? 'HEAD' : method,
      path: query === '' ? pathname : `${pathname}?${query}`,
      headers: { ...(sent !== null && { 'content-type': sentType }), ...header },
      body: sent,
    }));
};
