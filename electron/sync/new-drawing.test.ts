import { afterEach, beforeEach, expect, it } from 'vitest';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { createStore, type Store } from '../store/store.ts';
import { node, uuid } from '../store/testing/small-model.ts';
import { checkInTurns, drawingOf } from './checked-drawing.ts';
import { newDrawing, prepareDrawing } from './new-drawing.ts';

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
});
afterEach(() => store.close());

const count = 5000;
const large = () => ({
  nodes: Array.from({ length: count }, (_, at) => node(`web ${at}`, uuid(at), { width: at })),
  edges: [{ id: 'flow', source: 'web 0', target: 'web 1', data: { other: 'tool' } }],
  viewport: { zoom: 2 },
});

/** Counts the turns of the event loop that other code gets until `work` ends. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
};

it('checks a large drawing in several turns, with the same result', async () => {
  const remote = { id: uuid(1), data: large() };
  expect(await turnsDuring(() => checkInTurns(remote))).toBeGreaterThan(2);
  expect(drawingOf(remote)).toEqual(canvasDocumentSchema.parse(large()));
  const broken = { id: uuid(1), data: { ...large(), edges: [{ id: 'flow' }] } };
  await checkInTurns(broken);
  expect(drawingOf(broken)).toBeNull();
});

it.each([1, count])('keeps a key named __proto__ in a drawing of %i elements', async (many) => {
  const text = '{"label":"Web","__proto__":"kept"}';
  const nodes = Array.from({ length: many }, () => ({ ...node('web'), data: JSON.parse(text) }));
  const remote = { id: uuid(1), data: { nodes, edges: [] } };
  await checkInTurns(remote);
  expect(JSON.stringify(drawingOf(remote)?.nodes.at(-1)?.data)).toBe(text);
});

it('leaves a small drawing in its turn', async () => {
  const remote = { id: uuid(1), data: { nodes: [node('web')], edges: [] } };
  expect(await turnsDuring(() => prepareDrawing(store, remote))).toBe(0);
  expect(newDrawing(store, remote)?.drawing).toEqual(remote.data);
});

it('prepares a large drawing as it is stored', async () => {
  const remote = { id: uuid(1), data: large() };
  store.idMap.put('component', 'local', uuid(7));
  await prepareDrawing(store, remote);
  const made = newDrawing(store, remote);
  expect(newDrawing(store, remote)).toBe(made);
  expect(made?.drawing.nodes[7]?.data.componentId).toBe('local');
  expect(JSON.parse(made?.text ?? '')).toEqual(made?.drawing);
  expect(made?.namesUnknown).toBe(false);
});

it('prepares it again if the store has changed meanwhile', async () => {
  const remote = { id: uuid(1), data: large() };
  const preparing = prepareDrawing(store, remote);
  setImmediate(() => store.idMap.put('component', 'local', uuid(7)));
  await preparing;
  store.idMap.put('component', 'other', uuid(8));
  const { drawing, text } = newDrawing(store, remote) ?? {};
  const ids = drawing?.nodes.slice(7, 9).map(({ data }) => data.componentId);
  expect(ids).toEqual(['local', 'other']);
  expect(text).toContain('"other"');
});
