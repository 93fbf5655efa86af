import { expect, test } from 'vitest';
import { smallModel } from '../exports/testing/small-model.ts';
import type { ModelContent } from '../otm/content.ts';
import { compareModels } from './compare-models.ts';
import { conflictText } from './conflict-text.ts';
import { mergeModels } from './merge-models.ts';

const base = smallModel();

type Change = (model: ModelContent) => void;
const changed = (...changes: Change[]): ModelContent => {
  const model = structuredClone(base);
  for (const change of changes) change(model);
  return model;
};

const retitle =
  (id: string, title: string): Change =>
  ({ components, canvases }) => {
    for (const component of components) if (component.id === id) component.title = title;
    for (const { data } of canvases.flatMap(({ data: { nodes } }) => nodes)) {
      if (data.componentId === id) data.label = title;
    }
  };
const threatOf = ({ components }: ModelContent, id: string) => {
  const found = components.flatMap(({ threats }) => threats).find((threat) => threat.id === id);
  if (!found) throw new Error(`no threat ${id}`);
  return found;
};
const close =
  (id: string): Change =>
  (model) => {
    threatOf(model, id).status = 'mitigated';
  };
const remove =
  (id: string): Change =>
  (model) => {
    model.components = model.components.filter((component) => component.id !== id);
    for (const canvas of model.canvases) {
      canvas.data = {
        nodes: canvas.data.nodes.filter(({ data }) => data.componentId !== id),
        edges: canvas.data.edges.filter(({ source }) => source !== id.slice(2)),
      };
    }
  };
const addThreat =
  (id: string): Change =>
  (model) => {
    const threat = threatOf(model, 't-3');
    model.components[1]?.threats.push({ ...threat, id, title: id, mitigations: [] });
  };

test('changes of different parts are merged, in either order', () => {
  const mine = changed(retitle('c-process', 'Shop'), close('t-1'), addThreat('mine'));
  const theirs = changed(retitle('c-store', 'Ledger'), close('t-4'), addThreat('theirs'));
  const merged = mergeModels(base, mine, theirs);
  expect(merged.conflicts).toEqual([]);
  expect(merged.shown).toEqual(merged.sent);
  const all = changed(
    retitle('c-process', 'Shop'),
    retitle('c-store', 'Ledger'),
    close('t-1'),
    close('t-4'),
    addThreat('mine'),
    addThreat('theirs'),
  );
  expect(compareModels(all, merged.shown)).toEqual([]);
  expect(compareModels(all, mergeModels(base, theirs, mine).shown)).toEqual([]);
});

test('equal changes, and changes on only one side, are no conflict', () => {
  const mine = changed(retitle('c-process', 'Shop'));
  expect(mergeModels(base, mine, mine)).toEqual({ shown: mine, sent: mine, conflicts: [] });
  expect(mergeModels(base, base, mine).shown).toEqual(mine);
  expect(mergeModels(base, mine, base).shown).toEqual(mine);
});

test('a field that both sides changed differently keeps each side’s value', () => {
  const mine = changed(retitle('c-process', 'Shop'), close('t-1'));
  const theirs = changed(retitle('c-process', 'Store front'));
  const { shown, sent, conflicts } = mergeModels(base, mine, theirs);
  expect(conflicts).toEqual([
    { part: 'node', id: 'process', name: 'Shop', fields: ['label'] },
    { part: 'component', id: 'c-process', name: 'Shop', fields: ['title'] },
  ]);
  expect([shown.components[0]?.title, sent.components[0]?.title]).toEqual(['Shop', 'Store front']);
  expect([threatOf(shown, 't-1').status, threatOf(sent, 't-1').status]).toEqual([
    'mitigated',
    'mitigated',
  ]);
});

test('a part that one side deleted and the other changed is a conflict, and its threats stay', () => {
  const mine = changed(remove('c-entity'));
  const theirs = changed(retitle('c-entity', 'Buyer'));
  const { shown, sent, conflicts } = mergeModels(base, mine, theirs);
  expect(conflicts.map(({ part, fields }) => [part, fields])).toContainEqual(['component', []]);
  expect(shown.components.map(({ id }) => id)).not.toContain('c-entity');
  expect(sent.components.find(({ id }) => id === 'c-entity')?.threats).toHaveLength(1);
});

test('a part that one side deleted and the other did not change is deleted', () => {
  const merged = mergeModels(base, changed(remove('c-entity')), changed(close('t-1')));
  expect(merged.conflicts).toEqual([]);
  expect(merged.shown.components.map(({ id }) => id)).toEqual(['c-process', 'c-store', 'c-flow']);
});

test('a comparison lists each change with its location', () => {
  const other = changed(retitle('c-process', 'Shop'), close('t-1'), addThreat('new'));
  expect(compareModels(base, other)).toEqual([
    {
      part: 'node',
      kind: 'changed',
      id: 'process',
      name: 'Shop',
      within: ['Overview'],
      fields: ['label'],
    },
    {
      part: 'component',
      kind: 'changed',
      id: 'c-process',
      name: 'Shop',
      within: [],
      fields: ['title'],
    },
    {
      part: 'threat',
      kind: 'changed',
      id: 't-1',
      name: 'SQL injection',
      within: ['Shop'],
      fields: ['status'],
    },
    { part: 'threat', kind: 'added', id: 'new', name: 'new', within: ['Orders'], fields: [] },
  ]);
});

test('a text has both sides only where they differ', () => {
  expect(conflictText('a\nb\nc\n', 'a\nx\nc\n')).toBe(
    'a\n<<<<<<< ours\nb\n=======\nx\n>>>>>>> theirs\nc\n',
  );
  expect(conflictText('a\nb', 'a\nb')).toBe('a\nb');
  expect(conflictText('a\nb\nc\nd', 'b\nc\nx')).toContain('\nb\nc\n');
  expect(conflictText('', 'x')).toBe('<<<<<<< ours\n\n=======\nx\n>>>>>>> theirs');
});

test('comments of both sides stay, and deleted ones stay deleted', () => {
  const comment =
    (...texts: string[]): Change =>
    (model) => {
      const createdAt = '2026-01-01T00:00:00.000Z';
      threatOf(model, 't-1').comments.push(...texts.map((text) => ({ text, createdAt })));
    };
  const old = changed(comment('Old', 'Gone'));
  const mine = changed(comment('Old', 'Mine'));
  const theirs = changed(comment('Old', 'Gone', 'Theirs'));
  const { shown, sent } = mergeModels(old, mine, theirs);
  for (const each of [shown, sent]) {
    const texts = threatOf(each, 't-1').comments.map(({ text }) => text);
    expect(texts).toEqual(['Old', 'Mine', 'Theirs']);
  }
});

test('an element that one side moved and the other deleted keeps its component', () => {
  const move: Change = ({ canvases }) => {
    for (const node of canvases[0]?.data.nodes ?? []) {
      if (node.id === 'entity') node.position = { x: 5, y: 5 };
    }
  };
  const threatsIn = ({ components }: ModelContent) =>
    components.find(({ id }) => id === 'c-entity')?.threats.length;
  const [moved, without] = [changed(move), changed(remove('c-entity'))];
  const [one, other] = [mergeModels(base, moved, without), mergeModels(base, without, moved)];
  expect([threatsIn(one.shown), threatsIn(one.sent)]).toEqual([1, undefined]);
  expect([threatsIn(other.shown), threatsIn(other.sent)]).toEqual([undefined, 1]);
});

test('data of other tools is merged too', () => {
  const keep =
    (risk: number): Change =>
    ({ components: [first] }) => {
      if (first) first.kept = { raw: { risk } };
    };
  const merged = mergeModels(base, base, changed(keep(5)));
  expect(merged.shown.components[0]?.kept).toEqual({ raw: { risk: 5 } });
  expect(mergeModels(base, changed(keep(1)), changed(keep(2))).conflicts).toEqual([
    { part: 'component', id: 'c-process', name: 'Web app', fields: ['kept.raw'] },
  ]);
});
