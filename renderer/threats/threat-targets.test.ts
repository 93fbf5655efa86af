import { expect, test } from 'vitest';
import { applyOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { fitsSearch, prepareTargets, targetsIn } from './threat-targets.ts';

const node = (id: string, type: string, label: string, componentId?: string): CanvasNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { label, ...(componentId !== undefined && { componentId }) },
});

const main: CanvasDocument = {
  nodes: [
    node('zone', 'trustBoundaryNode', 'Internet'),
    node('web', 'processNode', 'Web', 'c-web'),
    node('api', 'processNode', 'API', 'c-api'),
    node('gone', 'processNode', 'Gone', 'c-gone'),
    node('note', 'noteNode', 'Remember'),
  ],
  edges: [{ id: 'flow', source: 'web', target: 'api', type: 'flow' }],
};
const second: CanvasDocument = {
  nodes: [node('web-2', 'processNode', 'Web', 'c-web'), node('lan', 'trustBoundaryNode', 'LAN')],
  edges: [],
};
const drawings = [
  { canvasId: 'main', document: main },
  { canvasId: 'second', document: second },
];
const components = [
  { id: 'c-web', title: 'Web' },
  { id: 'c-api', title: 'API' },
  { id: 'c-hidden', title: 'Drawn nowhere' },
];
const targets = targetsIn(drawings, components);

test('components, boundaries, and flows are offered once each, without notes', () => {
  expect(targets.map(({ kind, title }) => [kind, title])).toEqual([
    ['processNode', 'Web'],
    ['processNode', 'API'],
    [undefined, 'Drawn nowhere'],
    ['trustBoundaryNode', 'Internet'],
    ['trustBoundaryNode', 'LAN'],
    ['flow', ''],
  ]);
  expect(targets.filter((target) => fitsSearch(target, 'web')).map(({ kind }) => kind)).toEqual([
    'processNode',
    'flow',
  ]);
});

test('a flow and a boundary of another canvas get a component, and an undo removes it', () => {
  const chosen = targets.filter(({ title }) => ['', 'LAN', 'API'].includes(title));
  const open = { canvasId: 'main', document: main };
  const { componentIds, records, operation, elsewhere } = prepareTargets(chosen, open, 'Untitled');
  expect(componentIds).toHaveLength(3);
  expect(componentIds).toContain('c-api');
  expect(records).toMatchObject([
    { op: 'create', kind: 'component', parentId: 'second', values: { title: 'LAN' } },
    { op: 'create', kind: 'component', parentId: 'main', values: { title: 'Untitled' } },
  ]);
  const [ofLan, ofFlow] = records.map(({ id }) => id);
  expect(edgeById(applyOperation(main, operation), 'flow')?.data?.componentId).toBe(ofFlow);
  expect(elsewhere.map(({ canvasId }) => canvasId)).toEqual(['second']);
  const [otherEdit = { operation: [], inverse: [] }] = elsewhere;
  const after = applyOperation(second, otherEdit.operation);
  expect(nodeById(after, 'lan')?.data.componentId).toBe(ofLan);
  expect(applyOperation(after, otherEdit.inverse)).toEqual(second);
});

test('an element that was deleted since it was listed is skipped', () => {
  const flow = targets.filter(({ kind }) => kind === 'flow');
  const open = { canvasId: 'main', document: { ...main, edges: [] } };
  expect(prepareTargets(flow, open, 'Untitled').componentIds).toEqual([]);
});
