import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CanvasDocument } from '../canvas/document.ts';
import { ruleSet } from './default-rules.ts';
import { protections } from './rule-schema.ts';
import { suggest, type Suggestion } from './suggest.ts';
import { systemOf } from './system-of.ts';

const nodeTypes = ['processNode', 'dataStoreNode', 'externalEntityNode'];
const labels = [
  'API',
  'Web app',
  'Browser',
  'Orders database',
  'Queue',
  'Redis',
  'Partner',
  'LLM',
  'Jobs',
  '',
];
const flags = [
  ...protections,
  'holdsCredentials',
  'internetFacing',
  'privileged',
  'multiTenant',
  'bidirectional',
];

const properties = fc.record(
  {
    ...Object.fromEntries(flags.map((flag) => [flag, fc.boolean()])),
    dataClassification: fc.constantFrom('public', 'internal', 'confidential', 'personal', 'other'),
  },
  { requiredKeys: [] },
);

const node = fc.record({
  type: fc.constantFrom(...nodeTypes),
  label: fc.constantFrom(...labels),
  inside: fc.nat(2),
  data: properties,
});
const flow = fc.record({ from: fc.nat(5), to: fc.nat(5), data: properties });
const drawing = fc
  .record({
    nodes: fc.array(node, { minLength: 1, maxLength: 6 }),
    flows: fc.array(flow, { maxLength: 8 }),
    levels: fc.tuple(fc.nat(100), fc.nat(100)),
  })
  .map(({ nodes, flows, levels }): CanvasDocument => ({
    nodes: [
      ...levels.map((trustLevel, at) => ({
        id: `b${at}`,
        type: 'trustBoundaryNode',
        position: { x: 0, y: 0 },
        data: { label: `Zone ${at}`, trustLevel },
      })),
      ...nodes.map(({ type, label, inside, data }, at) => ({
        id: `n${at}`,
        type,
        position: { x: 0, y: 0 },
        ...(inside < 2 && { parentId: `b${inside}` }),
        data: { ...data, label },
      })),
    ],
    edges: flows.map(({ from, to, data }, at) => ({
      id: `f${at}`,
      source: `n${from % nodes.length}`,
      target: `n${to % nodes.length}`,
      data,
    })),
  }));

const suggestions = (document: CanvasDocument): Suggestion[] =>
  suggest(
    systemOf(
      { canvases: [{ id: 'c', document }], types: new Map(), threats: new Map() },
      ruleSet().vocabulary,
    ),
    ruleSet(),
  );

test('suggestions are stable, explained, and never the same twice', () => {
  fc.assert(
    fc.property(drawing, (document) => {
      const found = suggestions(document);
      expect(suggestions(structuredClone(document))).toEqual(found);
      const keys = found.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { because, element } of found) {
        expect(because.startsWith(element.name)).toBe(true);
        expect(because.length).toBeGreaterThan(element.name.length + 5);
        expect(because).not.toMatch(/[{}]|undefined/);
      }
    }),
    { numRuns: 200 },
  );
});

test('adding a protection adds no suggestion', () => {
  const change = fc.record({ at: fc.nat(20), protection: fc.constantFrom(...protections) });
  fc.assert(
    fc.property(drawing, change, (document, { at, protection }) => {
      const before = new Set(suggestions(document).map(({ key }) => key));
      const safer = structuredClone(document);
      const all = [...safer.nodes, ...safer.edges];
      const element = all[at % all.length];
      if (element) element.data = { ...element.data, [protection]: true };
      const added = suggestions(safer).filter(({ key }) => !before.has(key));
      expect(added.map(({ key }) => key)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('the order of the elements in the document changes no suggestion of a part', () => {
  fc.assert(
    fc.property(drawing, (document) => {
      const turned = { ...document, nodes: document.nodes.toReversed() };
      const keys = (found: Suggestion[]): string[] => found.map(({ key }) => key).toSorted();
      expect(keys(suggestions(turned))).toEqual(keys(suggestions(document)));
    }),
    { numRuns: 100 },
  );
});
