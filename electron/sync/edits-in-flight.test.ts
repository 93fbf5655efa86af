import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invertOperation } from '#shared/canvas/apply.ts';
import { emptyDocument, type CanvasDocument, type CanvasNode } from '#shared/canvas/document.ts';
import { withParentsFirst } from '#shared/canvas/edits/placing.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { change, openOffice, type App, type Office } from './testing/office.ts';
import { canvasId, componentId, modelId, webShop } from './testing/web-shop.ts';

let office: Office;
let app: App;
let other: SyncClient;
/** The fate of the next requests that write. An `answer without a body` is a 204. */
let fate: 'arrives' | 'request lost' | 'answer lost' | 'rejected' | 'answer without a body';
/** Called once, when the service has executed a write and the app does not have the answer yet. */
let meanwhile: (() => void) | null;

const node = (id: string, label: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  position: { x: 0, y: 0 },
  ...more,
  data: { label, ...more.data },
});
const labelled = (id: string, label: string): CanvasOperation => [
  { kind: 'setNode', id, data: { label } },
];
const colored = (id: string, color: string): CanvasOperation => [
  { kind: 'setNode', id, data: { color } },
];
const toIndex = (index: number, moved: CanvasNode): CanvasOperation => [
  { kind: 'addNode', index, node: moved },
];
const here = (): CanvasDocument => app.store.documents.read(canvasId) ?? emptyDocument;
const draw = (
  operation: CanvasOperation,
  inverse: CanvasOperation = invertOperation(here(), operation),
): void =>
  void app.store.changes.apply({
    scope: modelId,
    label: 'test',
    drawings: [{ canvasId, operation, inverse }],
  });
const undo = (): void => void app.store.changes.undo(modelId);
const serviceId = (): string => app.store.idMap.serviceId('canvas', canvasId) ?? '';
const there = async (): Promise<CanvasDocument> => {
  const { data } = await other.canvases.get({ id: serviceId() });
  return data ?? emptyDocument;
};
const theyDraw = async (...nodes: CanvasNode[]): Promise<void> =>
  void (await other.canvases.update({ id: serviceId(), data: { nodes, edges: [] } }));
const ids = ({ nodes }: CanvasDocument): string[] => nodes.map(({ id }) => id);
const labelOf = ({ nodes }: CanvasDocument, id: string): unknown =>
  nodes.find((each) => each.id === id)?.data.label;
const colorOf = ({ nodes }: CanvasDocument, id: string): unknown =>
  nodes.find((each) => each.id === id)?.data.color;
const flushWith = async (how: typeof fate): Promise<void> => {
  fate = how;
  await app.engine.flush().catch(() => undefined);
  fate = 'arrives';
};
const syncTwice = async (): Promise<void> => {
  await app.engine.syncAll();
  await app.engine.syncAll();
};

beforeEach(async () => {
  office = await openOffice();
  other = await office.client(office.reach);
  fate = 'arrives';
  meanwhile = null;
});
afterEach(() => office.close());

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('at $service', ({ around }) => {
  beforeEach(async () => {
    const reach = around(office.reach);
    app = await office.openApp({
      later: () => () => {},
      network: async (request) => {
        const isWrite = request.method === 'PATCH';
        if (isWrite && fate === 'request lost') throw new TypeError('connection reset');
        if (isWrite && fate === 'rejected') return Response.json({ title: 'No' }, { status: 403 });
        const answer = await reach(request);
        if (isWrite && fate === 'answer lost') throw new TypeError('connection reset');
        if (isWrite) meanwhile?.();
        if (isWrite) meanwhile = null;
        const hasNoBody = isWrite && fate === 'answer without a body';
        return hasNoBody ? new Response(null, { status: 204, headers: answer.headers }) : answer;
      },
    });
    change(app.store, webShop);
    draw([
      ...toIndex(0, node('a', 'A')),
      ...toIndex(1, node('b', 'B')),
      ...toIndex(2, node('c', 'C')),
    ]);
    await app.engine.syncAll();
  });

  describe('a changed order', () => {
    it('is sent if its request was lost', async () => {
      draw(toIndex(2, node('a', 'A')));
      await flushWith('request lost');
      await app.engine.syncAll();
      expect([ids(here()), ids(await there())]).toEqual([
        ['b', 'c', 'a'],
        ['b', 'c', 'a'],
      ]);
    });

    it('keeps what others have changed in the element, when it is undone', async () => {
      draw(toIndex(2, node('a', 'A')));
      await app.engine.syncAll();
      await theyDraw(
        node('b', 'B'),
        node('c', 'C'),
        node('a', 'Theirs', { position: { x: 7, y: 0 } }),
      );
      await app.engine.syncAll();
      undo();
      await app.engine.syncAll();
      expect(ids(await there())).toEqual(['a', 'b', 'c']);
      expect((await there()).nodes[0]).toEqual(node('a', 'Theirs', { position: { x: 7, y: 0 } }));
    });

    it('does not bring back an element that others removed, when it is undone', async () => {
      draw(toIndex(2, node('a', 'A')));
      await app.engine.syncAll();
      await theyDraw(node('b', 'B'), node('c', 'C'));
      await app.engine.syncAll();
      undo();
      await app.engine.syncAll();
      expect(ids(await there())).toEqual(['b', 'c']);
    });

    it('keeps what others have changed in a boundary, when a move into it is undone', async () => {
      draw(toIndex(3, node('p', 'P', { type: 'boundaryBox', width: 300, height: 300 })));
      await app.engine.syncAll();
      draw(withParentsFirst(here(), [{ kind: 'setNode', id: 'a', fields: { parentId: 'p' } }]));
      await app.engine.syncAll();
      const { nodes } = await there();
      const cloud = node('p', 'Cloud', { type: 'boundaryBox', width: 500, height: 300 });
      await theyDraw(...nodes.map((each) => (each.id === 'p' ? cloud : each)));
      await app.engine.syncAll();
      undo();
      await app.engine.syncAll();
      expect((await there()).nodes.find(({ id }) => id === 'p')).toMatchObject({
        width: 500,
        data: { label: 'Cloud' },
      });
    });
  });

  describe('a conflict about an element, while another change is in flight,', () => {
    beforeEach(async () => {
      await theyDraw(node('a', 'Theirs'), node('b', 'B'), node('c', 'C'));
      draw(labelled('a', 'Mine'));
      await app.engine.syncAll();
      draw(labelled('b', 'B2'));
    });

    it('stays open without a decision', async () => {
      await syncTwice();
      expect(app.store.conflicts.keys()).toMatchObject([{ items: ['node:a'] }]);
    });

    it('stays decided', async () => {
      meanwhile = () =>
        app.engine.resolve({ kind: 'canvas', id: canvasId, choices: { 'node:a': 'mine' } });
      await syncTwice();
      expect(app.store.conflicts.keys()).toEqual([]);
      expect(labelOf(await there(), 'a')).toBe('Mine');
    });

    it('ends with an edit', async () => {
      meanwhile = () => draw(labelled('a', 'A'));
      await syncTwice();
      expect([labelOf(here(), 'a'), labelOf(await there(), 'a')]).toEqual(['A', 'A']);
      expect(app.store.conflicts.keys()).toEqual([]);
    });

    it('stays open after an undo', async () => {
      meanwhile = () => {
        undo();
        undo();
      };
      await syncTwice();
      expect(labelOf(here(), 'a')).toBe('A');
      expect(app.store.conflicts.keys()).toMatchObject([{ items: ['node:a'] }]);
    });
  });

  describe('the undo of another field of an element in conflict', () => {
    beforeEach(async () => {
      draw(colored('a', 'red'));
      await app.engine.syncAll();
      await theyDraw(
        node('a', 'Theirs', { data: { color: 'red' } }),
        node('b', 'B'),
        node('c', 'C'),
      );
      draw(labelled('a', 'Mine'));
      await app.engine.syncAll();
      draw(colored('a', 'blue'));
    });
    const afterSync = async () => {
      await syncTwice();
      const versions = [here(), await there()];
      return {
        colors: versions.map((version) => colorOf(version, 'a')),
        labels: versions.map((version) => labelOf(version, 'a')),
        conflicts: app.store.conflicts.keys().flatMap(({ items }) => items),
      };
    };
    const kept = { colors: ['red', 'red'], labels: ['Mine', 'Theirs'], conflicts: ['node:a'] };

    it('is kept if the field is in flight', async () => {
      meanwhile = undo;
      expect(await afterSync()).toEqual(kept);
    });

    it('is kept if the field was sent and the answer had no body', async () => {
      await flushWith('answer without a body');
      undo();
      expect(await afterSync()).toEqual(kept);
    });

    it('is kept if the field was sent and the answer was lost', async () => {
      await flushWith('answer lost');
      undo();
      expect(await afterSync()).toEqual(kept);
    });
  });

  describe('an answer without a body, beside a conflict,', () => {
    it('does not hide the undo of a removed element', async () => {
      await theyDraw(node('a', 'Theirs'), node('b', 'B'), node('c', 'C'));
      draw(labelled('a', 'Mine'));
      await app.engine.syncAll();
      draw([{ kind: 'removeNode', id: 'c' }]);
      await flushWith('answer without a body');
      expect(ids(await there())).toEqual(['a', 'b']);
      undo();
      await syncTwice();
      expect([ids(here()), ids(await there())]).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ]);
    });

    it('does not hide a later edit of the record', async () => {
      const update = (values: Record<string, string>): void =>
        change(app.store, [{ op: 'update', kind: 'component', id: componentId, values }]);
      const component = async () =>
        await other.components.get({
          id: app.store.idMap.serviceId('component', componentId) ?? '',
        });
      await other.components.update({ id: (await component()).id, title: 'Theirs' });
      update({ title: 'Mine' });
      await app.engine.syncAll();
      expect(app.store.conflicts.keys()).toMatchObject([{ items: ['title'] }]);
      update({ description: 'Sells shoes' });
      await flushWith('answer without a body');
      update({ description: '' });
      app.engine.resolve({ kind: 'component', id: componentId, choices: { title: 'mine' } });
      await syncTwice();
      expect(await component()).toMatchObject({ title: 'Mine', description: '' });
    });
  });

  it('an edit after an undo in a conflict does not decide about other fields', async () => {
    await theyDraw(node('a', 'Theirs', { data: { color: 'red' } }), node('b', 'B'), node('c', 'C'));
    draw([{ kind: 'setNode', id: 'a', data: { color: 'blue' } }]);
    draw(labelled('a', 'Mine'));
    await app.engine.syncAll();
    undo();
    draw(labelled('a', 'Again'));
    await app.engine.syncAll();
    expect((await there()).nodes[0]?.data).toMatchObject({ color: 'red' });
    expect(app.store.conflicts.keys()).toMatchObject([{ items: ['node:a'] }]);
  });

  describe('an undo in a conflict about an element that others removed and bring back', () => {
    const undoneFirst = async (...edits: CanvasOperation[]): Promise<void> => {
      await theyDraw(node('b', 'B'), node('c', 'C'));
      for (const edit of edits) draw(edit);
      await app.engine.syncAll();
      expect(app.store.conflicts.keys()).toMatchObject([{ items: ['node:a'] }]);
      undo();
      await theyDraw(node('a', 'A'), node('b', 'B'), node('c', 'C'));
      await syncTwice();
    };

    it('keeps an edit of a field that they do not have', async () => {
      await undoneFirst(colored('a', 'red'), labelled('a', 'Mine'));
      expect(colorOf(here(), 'a')).toBe('red');
      expect(colorOf(await there(), 'a')).toBe('red');
      expect(app.store.conflicts.keys()).toEqual([]);
    });

    it('does not decide about an edit of another field', async () => {
      await undoneFirst(labelled('a', 'Mine'), colored('a', 'red'));
      expect([labelOf(here(), 'a'), labelOf(await there(), 'a')]).toEqual(['Mine', 'A']);
      expect(app.store.conflicts.keys()).toMatchObject([{ items: ['node:a'] }]);
    });
  });

  it('an edit retries a rejected update that has an earlier unanswered request', async () => {
    const retitle = (title: string): void =>
      change(app.store, [{ op: 'update', kind: 'component', id: componentId, values: { title } }]);
    retitle('One');
    await flushWith('request lost');
    retitle('Two');
    await flushWith('rejected');
    expect(app.store.outbox.counts().rejected).toBe(1);
    retitle('Three');
    await app.engine.syncAll();
    expect(app.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
    expect((await other.components.list({})).items).toMatchObject([{ title: 'Three' }]);
  });
});
