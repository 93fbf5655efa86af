import { expect, test } from 'vitest';
import { smallModel } from '../exports/testing/small-model.ts';
import type { MitigationContent, ModelContent } from '../otm/content.ts';
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
  const old = changed(comment('Old', 'Gone', 'Away'));
  const mine = changed(comment('Old', 'Away', 'Mine', 'Same'));
  const theirs = changed(comment('Old', 'Gone', 'Same', 'Theirs'));
  const { shown, sent, conflicts } = mergeModels(old, mine, theirs);
  const wanted = changed(comment('Old', 'Mine', 'Same', 'Theirs'));
  expect([shown, sent]).toEqual([wanted, wanted]);
  expect(conflicts).toEqual([]);
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
  const removed = mergeModels(changed(keep(5)), changed(keep(5)), base);
  expect(removed.shown).toEqual(base);
  expect(mergeModels(base, changed(keep(1)), changed(keep(2))).conflicts).toEqual([
    { part: 'component', id: 'c-process', name: 'Web app', fields: ['kept.raw'] },
  ]);
});

/** Makes a change of the first mitigation of the threat t-1. */
const mitigate =
  (change: (mitigation: MitigationContent) => void): Change =>
  (model) => {
    const [mitigation] = threatOf(model, 't-1').mitigations;
    if (mitigation) change(mitigation);
  };
const define = (definition: string): Change =>
  mitigate((mitigation) => {
    mitigation.definition = definition;
  });
const unmitigated: Change = (model) => {
  threatOf(model, 't-1').mitigations = [];
};

test('a mitigation that one side deleted and the other changed stays only on that side', () => {
  const edited = changed(define('Bind values'));
  const definitions = (model: ModelContent) =>
    threatOf(model, 't-1').mitigations.map(({ definition }) => definition);
  const conflicts = [{ part: 'mitigation', id: 't-1-m', name: 'Use parameters', fields: [] }];

  const deletedByThem = mergeModels(base, edited, changed(unmitigated));
  expect(definitions(deletedByThem.shown)).toEqual(['Bind values']);
  expect(definitions(deletedByThem.sent)).toEqual([]);
  expect(deletedByThem.conflicts).toEqual(conflicts);

  const deletedByMe = mergeModels(base, changed(unmitigated), edited);
  expect(definitions(deletedByMe.shown)).toEqual([]);
  expect(definitions(deletedByMe.sent)).toEqual(['Bind values']);
  expect(deletedByMe.conflicts).toEqual(conflicts);
});

test('a conflict of a mitigation or a threat keeps each side’s value', () => {
  const assign =
    (owner: string): Change =>
    (model) => {
      threatOf(model, 't-1').owner = owner;
    };
  const mine = changed(define('Bind values'), assign('Bob'));
  const theirs = changed(define('Escape values'), assign('Eve'));
  const { shown, sent, conflicts } = mergeModels(base, mine, theirs);
  expect([shown, sent]).toEqual([mine, theirs]);
  expect(conflicts).toEqual([
    { part: 'threat', id: 't-1', name: 'SQL injection', fields: ['owner'] },
    { part: 'mitigation', id: 't-1-m', name: 'Use parameters', fields: ['definition'] },
  ]);
});

test('a text with several lines is merged line by line', () => {
  const old = changed(define('One\nTwo\nThree'));
  const merged = mergeModels(
    old,
    changed(define('Eins\nTwo\nThree')),
    changed(define('One\nTwo\nThree\nFour')),
  );
  expect(merged.shown).toEqual(changed(define('Eins\nTwo\nThree\nFour')));
  expect(merged.conflicts).toEqual([]);
  const longer = mergeModels(
    changed(define('One')),
    changed(define('One\nTwo')),
    changed(define('Zero\nOne')),
  );
  expect(longer.shown).toEqual(changed(define('Zero\nOne\nTwo')));
});

test('a field that one side removed is removed', () => {
  const revised: Change = (model) => void Reflect.deleteProperty(threatOf(model, 't-1'), 'owner');
  const { shown, sent, conflicts } = mergeModels(base, changed(close('t-1')), changed(revised));
  const wanted = changed(close('t-1'), revised);
  expect([shown, sent]).toEqual([wanted, wanted]);
  expect(conflicts).toEqual([]);
});

test('new parts of both sides follow their predecessors', () => {
  const add =
    (id: string, index: number): Change =>
    (model) => {
      const component = { id, canvasId: 'canvas', title: id, description: '', kept: {} };
      model.components.splice(index, 0, { ...component, threats: [] });
    };
  const { shown, sent } = mergeModels(base, changed(add('mine', 1)), changed(add('theirs', 2)));
  const ids = ['c-process', 'mine', 'c-store', 'theirs', 'c-entity', 'c-flow'];
  for (const each of [shown, sent]) expect(each.components.map(({ id }) => id)).toEqual(ids);
});

test('a part that both added differently keeps each side’s values and drawing', () => {
  const add =
    (label: string): Change =>
    ({ canvases, components }) => {
      const node = { id: 'n', type: 'noteNode', position: { x: 0, y: 0 }, data: { label } };
      canvases.push({ id: 'new', title: 'New', kept: {}, data: { nodes: [node], edges: [] } });
      components.push({
        id: 'c-new',
        canvasId: 'new',
        title: label,
        description: '',
        threats: [],
        kept: {},
      });
    };
  const [mine, theirs] = [changed(add('Mine')), changed(add(''))];
  expect(mergeModels(base, mine, theirs)).toEqual({
    shown: mine,
    sent: theirs,
    conflicts: [
      { part: 'node', id: 'n', name: 'Mine', fields: ['label'] },
      { part: 'component', id: 'c-new', name: 'Mine', fields: ['title'] },
    ],
  });
  expect(mergeModels(base, theirs, mine).conflicts).toMatchObject([
    { part: 'node', name: 'n' },
    {},
  ]);
});

test('a canvas that one side deleted stays deleted, unless the other side changed it', () => {
  const away = changed((model) => {
    model.canvases = [];
  });
  expect(mergeModels(base, away, base)).toEqual({ shown: away, sent: away, conflicts: [] });
  const renamed = changed(({ canvases: [canvas] }) => {
    if (canvas) canvas.title = 'Details';
  });
  expect(mergeModels(base, away, renamed)).toEqual({
    shown: away,
    sent: renamed,
    conflicts: [{ part: 'canvas', id: 'canvas', name: 'Details', fields: [] }],
  });
});

test('a flow that one side changed and the other deleted keeps its component', () => {
  const encrypt: Change = ({ canvases }) => {
    for (const { data } of canvases[0]?.data.edges ?? []) if (data) data['encrypted'] = false;
  };
  const deleteFlow: Change = (model) => {
    model.components = model.components.filter(({ id }) => id !== 'c-flow');
    for (const { data } of model.canvases) data.edges = data.edges.slice(1);
  };
  const [mine, theirs] = [changed(encrypt), changed(deleteFlow)];
  const { shown, sent } = mergeModels(base, mine, theirs);
  expect(shown.components.at(-1)).toEqual(base.components.at(-1));
  expect(sent.components.map(({ id }) => id)).toEqual(['c-process', 'c-store', 'c-entity']);
});

test('the ID of the model is ours', () => {
  const renamed =
    (id: string): Change =>
    (model) => {
      model.id = id;
    };
  const { shown, sent, conflicts } = mergeModels(
    base,
    changed(renamed('a')),
    changed(renamed('b')),
  );
  expect([shown.id, sent.id]).toEqual(['a', 'a']);
  expect(conflicts).toEqual([]);
});

test('titles of the model and of a canvas that both changed keep each side’s value', () => {
  const entitle =
    (title: string): Change =>
    (model) => {
      model.title = title;
      for (const canvas of model.canvases) canvas.title = title;
    };
  const [mine, theirs] = [changed(entitle('Mine')), changed(entitle('Theirs'))];
  expect(mergeModels(base, mine, theirs)).toEqual({
    shown: mine,
    sent: theirs,
    conflicts: [
      { part: 'model', id: 'model', name: 'Mine', fields: ['title'] },
      { part: 'canvas', id: 'canvas', name: 'Mine', fields: ['title'] },
    ],
  });
});
