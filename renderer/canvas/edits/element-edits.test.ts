import { describe, expect, it } from 'vitest';
import { applyOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { copy } from '#shared/canvas/edits/copy.ts';
import { badgesAfter } from '../state/badges.ts';
import type { Edit } from '../state/canvas-store.ts';
import {
  addElement,
  connectToNew,
  ensureComponent,
  removeElements,
  renameElement,
  type Drawing,
} from './element-edits.ts';
import { pasteElements } from './paste-elements.ts';

const node = (id: string, componentId: string | null, parentId?: string): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x: 40, y: 40 },
  ...(parentId !== undefined && { parentId }),
  data: { label: id, ...(componentId !== null && { componentId }) },
});

const zone: CanvasNode = {
  id: 'zone',
  type: 'trustBoundaryNode',
  position: { x: 0, y: 0 },
  width: 600,
  height: 400,
  data: { label: 'Zone' },
};

const flow = { id: 'flow', source: 'web', target: 'orders', data: { componentId: 'c-flow' } };

const document: CanvasDocument = {
  nodes: [zone, node('web', 'c-web', 'zone'), node('orders', 'c-orders'), node('again', 'c-web')],
  edges: [flow],
};

const badge = (id: string) => ({
  id,
  parentId: 'canvas',
  title: id,
  description: `about ${id}`,
  created_at: '',
  updated_at: '',
  openThreatCount: 0,
  worstPriority: null,
  openByPriority: {},
});

const drawing: Drawing = {
  canvasId: 'canvas',
  document,
  badges: new Map(['c-web', 'c-orders', 'c-flow'].map((id) => [id, badge(id)])),
};

const after = (edit: Edit): CanvasDocument => applyOperation(document, edit.operation ?? []);

describe('adding', () => {
  it('creates the component with the node that shows it', () => {
    const { id, edit } = addElement(drawing, {
      type: 'dataStoreNode',
      label: 'Logs',
      at: { x: 1003, y: 1004 },
    });
    const added = after(edit).nodes.find((each) => each.id === id);
    expect(edit.records).toMatchObject([
      { op: 'create', kind: 'component', parentId: 'canvas', values: { title: 'Logs' } },
    ]);
    expect(added?.data.componentId).toBe(edit.records?.[0]?.id);
    expect(added?.position).toEqual({ x: 930, y: 980 });
  });

  it('creates no component for a note or a boundary', () => {
    const at = { x: 0, y: 0 };
    expect(addElement(drawing, { type: 'noteNode', label: '', at }).edit.records).toEqual([]);
    expect(addElement(drawing, { type: 'trustBoundaryNode', label: '', at }).edit.records).toEqual(
      [],
    );
  });

  it('connects to a new node in one change', () => {
    const { id, edit } = connectToNew(drawing, 'web', {
      type: 'dataStoreNode',
      label: 'Mail',
      at: { x: 900, y: 900 },
    });
    expect(after(edit).nodes.at(-1)).toMatchObject({ type: 'dataStoreNode' });
    expect(after(edit).edges.at(-1)).toMatchObject({ source: 'web', target: id });
    expect(edit.records).toHaveLength(1);
  });
});

describe('removing', () => {
  it('deletes a component with the last element that shows it, flows included', () => {
    const edit = removeElements(drawing, ['orders']);
    expect(edit.records?.map((record) => record.id)).toEqual(['c-orders', 'c-flow']);
  });

  it('keeps a component that is shown elsewhere on the canvas', () => {
    expect(removeElements(drawing, ['again']).records).toEqual([]);
  });
});

describe('renaming', () => {
  it('renames the component and everything that shows it', () => {
    const edit = renameElement(drawing, 'web', 'Portal');
    expect(after(edit).nodes.map(({ data }) => data.label)).toEqual([
      'Zone',
      'Portal',
      'orders',
      'Portal',
    ]);
    expect(edit.records).toEqual([
      { op: 'update', kind: 'component', id: 'c-web', values: { title: 'Portal' } },
    ]);
  });

  it('changes nothing if the name is the same', () => {
    expect(renameElement(drawing, 'web', 'web')).toMatchObject({
      operation: [{ id: 'again' }],
    });
    expect(renameElement(drawing, 'orders', 'orders')).toMatchObject({
      operation: [],
      records: [],
    });
  });
});

describe('pasting', () => {
  const threat = {
    title: 'Session theft',
    description: 'By a proxy',
    priority: 'high',
    status: 'open',
    categories: ['Spoofing'],
    references: ['CWE-384'],
    likelihood: null,
    impact: null,
    owner: null,
    due_date: null,
    accepted_reason: null,
    accepted_by: null,
    accepted_until: null,
    source: null,
    is_custom: true,
    mitigations: ['Short sessions', 'Bound to the device'].map((title) => ({
      title,
      definition: '',
      consideration: null,
      explanation: null,
      example: null,
      controls: [],
      status: 'Complete',
    })),
  };
  const component = (id: string, threats = [threat]) => ({
    id,
    title: id,
    description: `about ${id}`,
    threats,
  });
  const by = { x: 20, y: 20 };
  const carried = (
    ids: string[],
    components = [component('c-web'), component('c-orders', [])],
  ) => ({
    ...copy(document, ids),
    components,
  });

  it('gives every copy its own component, with its threats, in the boundary where it is dropped', () => {
    const { ids, edit, origins } = pasteElements(drawing, carried(['web', 'orders']), { by });
    const [web, orders] = ids.map((id) => after(edit).nodes.find((each) => each.id === id));
    expect(web).toMatchObject({ parentId: 'zone', position: { x: 60, y: 60 } });
    expect(origins.get(orders?.data.componentId ?? '')).toBe('c-orders');
    const [, madeThreat] = edit.records ?? [];
    expect(edit.records).toMatchObject([
      { op: 'create', kind: 'component', values: { title: 'web', description: 'about c-web' } },
      {
        op: 'create',
        kind: 'threat',
        parentId: web?.data.componentId,
        values: { priority: 'high' },
      },
      { kind: 'mitigation', parentId: madeThreat?.id, values: { title: 'Short sessions' } },
      { kind: 'mitigation', parentId: madeThreat?.id, values: { status: 'Complete' } },
      { op: 'create', values: { title: 'orders', description: 'about c-orders' } },
    ]);
    expect(after(edit).edges.at(-1)).toMatchObject({
      source: web?.id,
      target: orders?.id,
      data: {},
    });
  });

  it('makes one component for two elements that show the same one', () => {
    const { edit } = pasteElements(drawing, carried(['web', 'again']), { by });
    expect(edit.records?.filter(({ kind }) => kind === 'component')).toHaveLength(1);
  });

  it('keeps the security properties of a flow', () => {
    const both = carried(['web', 'orders'], [component('c-flow')]);
    const { edit } = pasteElements(drawing, both, { by });
    const componentId = after(edit).edges.at(-1)?.data?.componentId;
    expect(edit.records).toContainEqual(
      expect.objectContaining({ kind: 'threat', parentId: componentId }),
    );
  });

  it('shows a kept component under its current name', () => {
    const keptComponents = new Map([['c-web', { id: 'c-web', title: 'Portal', isDeleted: false }]]);
    const { ids, edit } = pasteElements(drawing, carried(['web']), { by, keptComponents });
    const pasted = after(edit).nodes.find(({ id }) => id === ids[0]);
    expect(pasted?.data).toMatchObject({ componentId: 'c-web', label: 'Portal' });
    expect(edit.records).toEqual([]);
  });

  it('restores a cut component', () => {
    const keptComponents = new Map([['c-web', { id: 'c-web', title: 'web', isDeleted: true }]]);
    const { edit } = pasteElements(drawing, carried(['web']), { by, keptComponents });
    expect(edit.records).toEqual([{ op: 'restore', kind: 'component', id: 'c-web' }]);
  });

  it('connects a flow that was copied alone to its existing ends', () => {
    const alone = { ...copy(document, ['flow']), components: [] };
    const { ids, edit } = pasteElements(drawing, alone, { by });
    expect(after(edit).edges).toMatchObject([{ id: 'flow' }, { id: ids[0], source: 'web' }]);
    const elsewhere = { ...drawing, document: { nodes: [], edges: [] } };
    expect(pasteElements(elsewhere, alone, { by })).toMatchObject({
      ids: [],
      edit: { operation: [] },
    });
  });
});

describe('a component created on demand', () => {
  it('is named after its flow, or is untitled', () => {
    const bare = { id: 'bare', source: 'web', target: 'orders' };
    const made = ensureComponent('canvas', { kind: 'edge', element: bare }, 'Untitled');
    expect(made.records).toMatchObject([{ op: 'create', values: { title: 'Untitled' } }]);
    expect(made.operation).toEqual([
      { kind: 'setEdge', id: 'bare', data: { componentId: made.componentId } },
    ]);
  });

  it('is the existing one, if any', () => {
    expect(ensureComponent('canvas', { kind: 'edge', element: flow }, 'Untitled')).toEqual({
      componentId: 'c-flow',
      operation: [],
      records: [],
    });
  });
});

describe('the component records of the canvas', () => {
  it('are updated before the store has answered', () => {
    const badges = badgesAfter(
      drawing.badges,
      [
        {
          op: 'create',
          kind: 'component',
          id: 'new',
          parentId: 'canvas',
          values: { title: 'Mail' },
        },
        { op: 'update', kind: 'component', id: 'c-web', values: { title: 'Portal' } },
        { op: 'delete', kind: 'component', id: 'c-orders' },
        { op: 'delete', kind: 'threat', id: 'c-flow' },
      ],
      '2030-01-01T00:00:00.000Z',
    );
    expect([...(badges?.values() ?? [])].map(({ id, title }) => [id, title])).toEqual([
      ['c-web', 'Portal'],
      ['c-flow', 'c-flow'],
      ['new', 'Mail'],
    ]);
  });
});
