import { expect, test } from 'vitest';
import { compareRecords, type VersionRecord } from './compare-records.ts';

const record =
  (kind: VersionRecord['kind']) =>
  (id: string, parentId: string | null, values: VersionRecord['values'] = {}): VersionRecord => ({
    kind,
    id,
    parentId,
    values: { title: `Title of ${id}`, ...values },
  });
const [component, threat, mitigation, comment] = [
  record('component'),
  record('threat'),
  record('mitigation'),
  record('comment'),
];
const web = component('web', 'canvas');
const spoofing = threat('spoofing', 'web');

const about = (kind: 'threat' | 'mitigation', id: string, parentId: string) => ({
  kind,
  id,
  parentId,
  title: `Title of ${id}`,
  parentTitle: `Title of ${parentId}`,
});

test('equal records, and other kinds of records, are no difference', () => {
  const saved = [web, spoofing, mitigation('login', 'spoofing'), comment('c', 'spoofing')];
  expect(compareRecords(saved, structuredClone(saved))).toEqual([]);
  const present = [
    component('web', 'canvas', { description: 'New' }),
    component('api', 'canvas'),
    ...saved.slice(1, 3),
    comment('d', 'spoofing'),
  ];
  expect(compareRecords(saved, present)).toEqual([]);
  expect(compareRecords(present, saved)).toEqual([]);
});

test('a changed record has the fields that people change, with both values', () => {
  const before = [
    web,
    threat('spoofing', 'web', { priority: 'high', updated_at: '2026-01-01T00:00:00.000Z' }),
    mitigation('login', 'spoofing', { status: 'will', ref_id: 'M-1' }),
  ];
  const after = [
    component('web', 'canvas', { title: 'Shop' }),
    threat('spoofing', 'web', { title: 'Forgery', priority: 'low', ref_id: 'T-1' }),
    mitigation('login', 'spoofing', { status: 'done', ref_id: 'M-2' }),
  ];
  expect(compareRecords(before, after)).toEqual([
    {
      kind: 'threat',
      id: 'spoofing',
      parentId: 'web',
      change: 'changed',
      title: 'Forgery',
      parentTitle: 'Shop',
      fields: [
        { name: 'title', before: 'Title of spoofing', after: 'Forgery' },
        { name: 'priority', before: 'high', after: 'low' },
      ],
    },
    {
      kind: 'mitigation',
      id: 'login',
      parentId: 'spoofing',
      change: 'changed',
      title: 'Title of login',
      parentTitle: 'Forgery',
      fields: [{ name: 'status', before: 'will', after: 'done' }],
    },
  ]);
});

test('a missing field equals its initial value', () => {
  const before = [web, threat('spoofing', 'web')];
  expect(compareRecords(before, [web, threat('spoofing', 'web', { status: 'open' })])).toEqual([]);
  expect(
    compareRecords(before, [web, threat('spoofing', 'web', { status: 'mitigated' })]),
  ).toMatchObject([{ fields: [{ name: 'status', before: 'open', after: 'mitigated' }] }]);
});

test('an added or removed threat is listed without its mitigations', () => {
  const other = threat('tampering', 'web');
  const without = [web, spoofing];
  const withMore = [...without, other, mitigation('login', 'tampering')];
  const difference = { ...about('threat', 'tampering', 'web'), fields: [] };
  expect(compareRecords(without, withMore)).toEqual([{ ...difference, change: 'added' }]);
  expect(compareRecords(withMore, without)).toEqual([{ ...difference, change: 'removed' }]);
});

test('a mitigation that was added to or removed from a threat is listed', () => {
  const without = [web, spoofing];
  const withMore = [...without, mitigation('login', 'spoofing')];
  const difference = { ...about('mitigation', 'login', 'spoofing'), fields: [] };
  expect(compareRecords(without, withMore)).toEqual([{ ...difference, change: 'added' }]);
  expect(compareRecords(withMore, without)).toEqual([{ ...difference, change: 'removed' }]);
});

test('a threat of an added component, and one of a removed component, have its title', () => {
  const difference = { ...about('threat', 'spoofing', 'web'), fields: [] };
  expect(compareRecords([], [web, spoofing])).toEqual([{ ...difference, change: 'added' }]);
  expect(compareRecords([web, spoofing], [])).toEqual([{ ...difference, change: 'removed' }]);
});

test('added and changed records come before removed ones', () => {
  const one = [web, threat('a', 'web'), threat('b', 'web'), threat('c', 'web')];
  const other = [web, threat('c', 'web', { owner: 'Ada' }), threat('d', 'web'), threat('b', 'web')];
  expect(compareRecords(one, other).map(({ id, change }) => [id, change])).toEqual([
    ['c', 'changed'],
    ['d', 'added'],
    ['a', 'removed'],
  ]);
});

test('a record without a title or a known parent has empty titles', () => {
  const orphan = { ...threat('spoofing', null), values: { title: null } };
  expect(compareRecords([], [orphan])).toEqual([
    {
      kind: 'threat',
      id: 'spoofing',
      parentId: '',
      change: 'added',
      title: '',
      parentTitle: '',
      fields: [],
    },
  ]);
});
