import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canvasDocumentSchema } from '../canvas/document.ts';
import { anyCanvas } from '../merge/testing/any-canvas.ts';
import { readClip, writeClip, type Clip } from './clip.ts';

const clip = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  format: 'parapet-canvas',
  version: 1,
  id: 'copy',
  canvasId: 'canvas',
  isCut: false,
  nodes: [node('web')],
  edges: [],
  components: [],
  ...change,
});
const node = (id: string, more: object = {}) => ({
  id,
  type: 'processNode',
  position: { x: 0, y: 0 },
  data: { label: id },
  ...more,
});

const read = (value: unknown) => readClip(JSON.stringify(value));
const clipIn = (value: unknown): Clip => {
  const result = read(value);
  if (!result.ok) throw new Error(result.problem);
  return result.clip;
};

/** Drops undefined values, as JSON does, and `__proto__`, which must not be copied. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), function keep(this: object, key: string, each: unknown) {
    if (typeof each === 'object' && each !== null) Reflect.deleteProperty(each, '__proto__');
    return key === '__proto__' ? undefined : each;
  });

describe('the content of the clipboard', () => {
  it('is read as it was written, with unknown keys', () => {
    fc.assert(
      fc.property(anyCanvas, (canvas) => {
        fc.pre(canvasDocumentSchema.safeParse(canvas).success);
        const { nodes, edges } = canvas;
        const written = writeClip({
          id: 'copy',
          canvasId: 'canvas',
          isCut: true,
          nodes,
          edges,
          components: [],
        });
        const result = readClip(written);
        expect(result).toMatchObject({ ok: true });
        expect(result.ok && plain(result.clip.nodes)).toEqual(plain(nodes));
        expect(result.ok && plain(result.clip.edges)).toEqual(plain(edges));
      }),
    );
  });

  it('is rejected with a message if a newer version wrote it, whatever else is in it', () => {
    expect(read({ format: 'parapet-canvas', version: 2, shapes: [] })).toEqual({
      ok: false,
      problem: 'newer',
    });
  });

  const refused: [string, unknown][] = [
    ['another format', clip({ format: 'excalidraw/clipboard' })],
    ['no node', clip({ nodes: [null] })],
    ['a place beyond all numbers', clip({ nodes: [node('a', { position: { x: 1e300, y: 0 } })] })],
    ['a negative size', clip({ nodes: [node('a', { width: -1 })] })],
    ['an id as long as a book', clip({ nodes: [node('a'.repeat(201))] })],
    [
      'too many elements',
      clip({ nodes: Array.from({ length: 50_001 }, (_, at) => node(`${at}`)) }),
    ],
    [
      'too many threats on one component',
      clip({
        components: [
          {
            id: 'a',
            title: 'A',
            description: '',
            threats: Array.from({ length: 2001 }, () => ({ title: 'T' })),
          },
        ],
      }),
    ],
  ];
  it.each(refused)('is rejected with %s', (_what, value) => {
    expect(read(value)).toEqual({ ok: false, problem: 'unreadable' });
  });

  it('is rejected if it is nested too deeply or is not JSON', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const text = JSON.stringify(clip()).replace('"isCut":false', `"isCut":false,"x":${deep}`);
    expect(readClip(text)).toEqual({ ok: false, problem: 'unreadable' });
    expect(readClip('<html>')).toEqual({ ok: false, problem: 'unreadable' });
  });

  it('is repaired: unique IDs, no cycle of parents, parents first', () => {
    const { nodes } = clipIn(
      clip({
        nodes: [
          node('in', { parentId: 'zone' }),
          node('a', { parentId: 'b' }),
          node('b', { parentId: 'a' }),
          node('zone', { type: 'trustBoundaryNode' }),
          node('zone', { type: 'noteNode' }),
          node('lost', { parentId: 'nowhere' }),
        ],
      }),
    );
    expect(nodes.map(({ id, parentId }) => (parentId ? `${parentId}/${id}` : id))).toEqual([
      'zone',
      'zone/in',
      'a',
      'b',
      'lost',
    ]);
  });

  it('is cut to what can be stored', () => {
    const { components } = clipIn(
      clip({
        components: [
          { id: 'a', title: `  ${'A'.repeat(600)}`, description: 'd'.repeat(200_000), threats: [] },
          { id: 'b', title: ' ', description: '', threats: [] },
        ],
      }),
    );
    expect(components.map(({ title, description }) => [title.length, description.length])).toEqual([
      [500, 100_000],
      [1, 0],
    ]);
  });

  it('can be anything without causing an error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue(), (nodes, components) => {
        const result = read(clip({ nodes, components }));
        expect(result.ok || result.problem === 'unreadable').toBe(true);
      }),
    );
  });
});
