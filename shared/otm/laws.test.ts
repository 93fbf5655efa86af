import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mitigationStatuses,
  modelStatuses,
  priorities,
  threatStatuses,
} from '../api/enumerations.ts';
import { flowShapes } from '../canvas/document.ts';
import { elementKindNames } from '../canvas/element-kinds.ts';
import type { ModelContent } from './content.ts';
import { sameValue } from './fields.ts';
import { readOtm } from './read-otm.ts';
import { otmSchema } from './schema.ts';
import { stringifyOtm, writeOtm } from './write-otm.ts';

const foreign = join(import.meta.dirname, '../../../shared/fixtures/otm');
const dialects = ['strict', 'service'] as const;

const oddTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'עברית',
  'مرحبا "عالم"',
  '👩‍👩‍👧 family',
  'a/b\\c',
  'it\'s "quoted"',
  'line\nbreak\ttab',
  'null',
  '0',
  '{"a":1}',
  '- yaml: [x',
  '\u0000',
  'x-2',
  'diagram',
];
const text = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'grapheme', maxLength: 12 }));
const id = fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 2, arbitrary: text });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
/** Values as in JSON: without -0 and undefined. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const coordinate = fc
  .oneof(fc.integer({ min: -2000, max: 4000 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  .map((value) => value + 0);
const length = fc.oneof(
  fc.integer({ min: 1, max: 800 }),
  fc.double({ min: 0, max: 500, noNaN: true }),
);
const bend = fc.record({ x: coordinate, y: coordinate });
const time = fc.constantFrom('2024-02-29T12:00:00.000Z', '1999-12-31T23:59:59.999Z');

const withoutUndefined = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

type Pick = fc.GeneratorValue;
const listOf = <Item>(g: Pick, maxLength: number, make: () => Item): Item[] =>
  Array.from({ length: g(fc.integer, { min: 0, max: maxLength }) }, make);

const anyMitigation = (g: Pick, unique: (kind: string) => string) => ({
  id: unique('mitigation'),
  title: g(() => text),
  definition: g(() => text),
  consideration: g(() => fc.option(text)),
  explanation: g(() => fc.option(text)),
  example: g(() => fc.option(text)),
  question: g(() => fc.option(text)),
  is_custom: g(fc.boolean),
  status: g(() => fc.constantFrom(...mitigationStatuses)),
  kept: {},
});

const word = text.filter((each) => each.trim() !== '');
const words = fc.array(fc.oneof(word, fc.constantFrom('CWE-89', 'CWE-1', 'T1190')), {
  minLength: 1,
  maxLength: 3,
});
/** Initial values are not generated, because an export leaves them out like missing values. */
const threatAdditions = {
  categories: words,
  references: words,
  likelihood: fc.constantFrom(...priorities),
  impact: fc.constantFrom(...priorities),
  owner: text,
  due_date: time,
  accepted_reason: text,
  accepted_by: text,
  accepted_until: time,
};

const anyThreat = (g: Pick, unique: (kind: string) => string) => ({
  id: unique('threat'),
  title: g(() => text),
  description: g(() => text),
  source: g(() => fc.option(text)),
  priority: g(() => fc.constantFrom(...priorities)),
  status: g(() => fc.constantFrom(...threatStatuses)),
  ...g(() => fc.record(threatAdditions, { requiredKeys: [] })),
  is_custom: g(fc.boolean),
  mitigations: listOf(g, 2, () => anyMitigation(g, unique)),
  comments: listOf(g, 2, () => ({ text: g(() => text), createdAt: g(() => time) })),
  kept: {},
});

const anyCanvas = (
  g: Pick,
  canvasId: string,
  componentIds: string[],
  unique: (kind: string) => string,
) => {
  const componentId = fc.option(fc.constantFrom('nobody', ...componentIds), { nil: undefined });
  const nodeIds: string[] = [];
  const nodes = listOf(g, 6, () => {
    const parentId = nodeIds.length > 0 ? g(() => maybe(fc.constantFrom(...nodeIds))) : undefined;
    const node = {
      ...g(() => fc.dictionary(fc.constantFrom('zIndex', 'style', 'selected', '__proto__'), json)),
      id: unique(`node of ${canvasId}`),
      type: g(() =>
        maybe(fc.constantFrom(...elementKindNames, 'groupNode', 'database', 'tm.Actor')),
      ),
      position: { x: g(() => coordinate), y: g(() => coordinate) },
      width: g(() => maybe(length)),
      height: g(() => maybe(length)),
      parentId,
      data: {
        ...g(() =>
          fc.dictionary(fc.constantFrom('outOfScope', 'otm', 'color', '__proto__', 'x'), json),
        ),
        outOfScope: g(() => maybe(fc.boolean())),
        label: g(() => maybe(text)),
        componentId: g(() => componentId),
        attributes: g(() => maybe(fc.array(text, { maxLength: 2 }))),
      },
    };
    nodeIds.push(node.id);
    return node;
  });
  const edges =
    nodeIds.length === 0
      ? []
      : listOf(g, 5, () => ({
          id: unique(`edge of ${canvasId}`),
          source: g(() => fc.constantFrom(...nodeIds)),
          target: g(() => fc.constantFrom(...nodeIds)),
          sourceHandle: g(() => maybe(fc.option(text))),
          targetHandle: g(() => maybe(fc.option(text))),
          type: g(() => maybe(text)),
          markerEnd: g(() => maybe(json)),
          data: g(fc.boolean)
            ? {
                ...g(() =>
                  fc.dictionary(fc.constantFrom('otm', 'color', 'bends', '__proto__'), json),
                ),
                label: g(() => maybe(text)),
                componentId: g(() => componentId),
                bidirectional: g(() => maybe(fc.boolean())),
                protocol: g(() => maybe(text)),
                dataClassification: g(() => maybe(text)),
                encrypted: g(() => maybe(fc.boolean())),
                authenticated: g(() => maybe(fc.boolean())),
                shape: g(() => maybe(fc.constantFrom(...flowShapes, 'zigzag'))),
                ...(g(fc.boolean) && { bends: g(() => fc.array(bend, { maxLength: 3 })) }),
                labelAt: g(() => maybe(fc.double({ min: 0, max: 1, noNaN: true }))),
              }
            : undefined,
        }));
  return { id: canvasId, title: g(() => text), data: { nodes, edges }, kept: {} };
};

/**
 * Any model that the service can store: unusual IDs and texts, unknown nodes, elements on several
 * canvases.
 */
const anyModel: fc.Arbitrary<ModelContent> = fc.gen().map((g) => {
  const given = new Map<string, Set<string>>();
  const unique = (kind: string): string => {
    const known = given.get(kind) ?? new Set();
    given.set(kind, known);
    let wanted = g(() => id);
    while (known.has(wanted)) wanted += '-2';
    known.add(wanted);
    return wanted;
  };
  const canvasIds = listOf(g, 3, () => unique('canvas'));
  const components = listOf(g, 5, () => ({
    id: unique('component'),
    canvasId: g(() => fc.constantFrom('gone', ...canvasIds)),
    title: g(() => text),
    description: g(() => text),
    threats: listOf(g, 2, () => anyThreat(g, unique)),
    kept: {},
  }));
  const ids = components.map((component) => component.id);
  return withoutUndefined({
    id: g(() => id),
    title: g(() => text),
    description: g(() => text),
    status: g(() => fc.constantFrom(...modelStatuses)),
    priority: g(() => fc.constantFrom(...priorities)),
    due_to_date: g(() => fc.option(time)),
    retro_completed_at: g(() => fc.option(time)),
    time_invested: g(() => fc.option(fc.nat())),
    quality_of_model: g(() => fc.option(fc.nat(10))),
    when_to_revisit: g(() => fc.option(fc.nat())),
    archived_at: g(() => fc.option(time)),
    canvases: canvasIds.map((canvasId) => anyCanvas(g, canvasId, ids, unique)),
    components,
    kept: {},
  });
});

const officialSchema = join(foreign, 'otm_schema.json');
const official = existsSync(officialSchema)
  ? addFormats
      .default(new Ajv({ strict: false }))
      .compile(JSON.parse(readFileSync(officialSchema, 'utf8')))
  : undefined;

/**
 * Returns the errors of the official schema, or none if this schema is not on this machine. Parapet's
 * own schema is always checked.
 */
const errorsOf = (document: unknown): unknown[] => {
  official?.(document);
  return official?.errors ?? [];
};

/**
 * Returns `undefined` if two values are the same, otherwise both values. The check is faster than
 * `toEqual`, and notices a key called `__proto__`.
 */
const unlessSame = (found: unknown, wanted: unknown): unknown =>
  sameValue(found, wanted) ? undefined : { found, wanted };

const textOf = (content: ModelContent, dialect: 'strict' | 'service') =>
  stringifyOtm(writeOtm(content, { dialect }));

const readOne = (file: string | Uint8Array) => {
  const reading = readOtm(file);
  if (!reading.ok) throw new Error(`${reading.refusal.place}: ${reading.refusal.reason}`);
  const [model] = reading.models;
  if (!model) throw new Error('no model');
  return model;
};

describe.each(dialects)('every model, in the %s dialect', (dialect) => {
  test('reads back unchanged, without repairs', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const { content, report } = readOne(textOf(model, dialect));
        expect(unlessSame(content, model)).toBeUndefined();
        expect(report.repairs).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test('is valid against the schema, and has the same bytes each time', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const document: unknown = JSON.parse(textOf(model, dialect));
        expect(otmSchema.safeParse(document).error).toBeUndefined();
        expect(errorsOf(document)).toEqual([]);
        expect(textOf(structuredClone(model), dialect)).toBe(textOf(model, dialect));
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});
