import type { EndpointCase } from '../endpoint-case.ts';
import type { Planted } from '../planted.ts';
import { codexAttribute, codexMitigation, codexThreat, listOf } from '../records.ts';
import type { Shape } from '../shape.ts';

type CodexKind = {
  name: 'attributes' | 'mitigations' | 'threats';
  id: (planted: Planted) => string;
  body: object;
  /** Fields that the specification also shows in the body of PUT, but that the service ignores. */
  ignoredFields: object;
  shapes: { item: Shape; single: Shape; written: Shape; full: Shape };
};

const resources = [{ url: 'https://example.org/a', title: 'A' }];
const texts = {
  definition: 'D',
  consideration: 'C',
  explanation: 'E',
  example: 'X',
  question: 'Q',
};
const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

const kinds: CodexKind[] = [
  {
    name: 'attributes',
    id: ({ attributeId }) => attributeId,
    body: { title: 'TLS', description: 'Encrypted', aliases: ['SSL'], resources },
    ignoredFields: { id: 'other', ...dates, deleted_at: null, codex: { id: 'codex' } },
    shapes: codexAttribute,
  },
  {
    name: 'mitigations',
    id: ({ codexMitigationId }) => codexMitigationId,
    body: { title: 'Guards', ...texts, resources },
    ignoredFields: { id: 'other' },
    shapes: { ...codexMitigation, written: codexMitigation.single },
  },
  {
    name: 'threats',
    id: ({ codexThreatId }) => codexThreatId,
    body: { title: 'Theft', description: 'Of goods', priority: 'high', resources },
    ignoredFields: { id: 'other' },
    shapes: { ...codexThreat, written: codexThreat.single },
  },
];

const writing = { isAdministration: true } as const;

/** The sections "Codex attributes", "Codex mitigations", and "Codex threats" of the specification. */
const entryCases: EndpointCase[] = kinds.flatMap(
  ({ name, id, body, ignoredFields, shapes }): EndpointCase[] => {
    const path = `/codex/${name}`;
    const one = { params: (planted: Planted) => ({ id: id(planted) }) };
    return [
      { endpoint: `GET ${path}`, status: 200, answer: { json: listOf(shapes.item) } },
      {
        endpoint: `GET ${path}/search`,
        query: { text: 'E' },
        required: ['text'],
        status: 200,
        answer: { json: [shapes.item] },
      },
      { endpoint: `GET ${path}/{id}`, ...one, status: 200, answer: { json: shapes.single } },
      {
        endpoint: `POST ${path}`,
        ...writing,
        body: () => body,
        required: ['title'],
        status: 201,
        answer: { json: shapes.written },
      },
      {
        endpoint: `POST ${path}/many`,
        ...writing,
        body: () => ({ [name]: [body] }),
        required: [name],
        status: 201,
        answer: { json: [shapes.full] },
      },
      {
        endpoint: `PUT ${path}/{id}`,
        ...writing,
        ...one,
        body: () => ({ ...body, ...ignoredFields }),
        ignored: Object.keys(ignoredFields),
        required: ['title'],
        status: 200,
        answer: { json: shapes.written },
      },
      {
        endpoint: `DELETE ${path}/{id}`,
        ...writing,
        ...one,
        status: 204,
        answer: 'nothing',
      },
      {
        endpoint: `DELETE ${path}/many`,
        ...writing,
        body: (planted) => ({ ids: [id(planted)] }),
        required: ['ids'],
        subjects: ['ids[0]'],
        status: 204,
        answer: 'nothing',
      },
    ];
  },
);

const extensions = {
  data: {
    rules: [{ id: 'r', title: 'Rule' }],
    frameworks: [{ id: 'f', title: 'Framework' }],
    disabledRules: ['process-spoofed'],
  },
};

const extensionCases: EndpointCase[] = [
  {
    endpoint: 'GET /codex/extensions',
    status: 200,
    answer: { json: { data: 'anything', updated_at: 'timestamp or null' } },
  },
  {
    endpoint: 'PUT /codex/extensions',
    ...writing,
    body: () => extensions,
    required: ['data'],
    status: 200,
    answer: { json: { data: 'anything', updated_at: 'timestamp' } },
  },
];

export const codexCases: EndpointCase[] = [...entryCases, ...extensionCases];
