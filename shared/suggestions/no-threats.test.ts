import { expect, test } from 'vitest';
import { applyReversibly } from '../canvas/apply.ts';
import { mergeCanvas } from '../merge/merge-canvas.ts';
import { noThreatsIn, setNoThreats } from './no-threats.ts';
import { readExample } from './testing/read-example.ts';

const record = { by: 'Ann Lee', at: '2026-01-02T03:04:05.000Z' };
const drawing = readExample(['process Web app', 'store Orders', 'Web app -> Orders: Order']);
const ids = [...drawing.nodes, ...drawing.edges].map(({ id }) => id);
const found = (document: typeof drawing) =>
  [...document.nodes, ...document.edges].map(({ data }) => noThreatsIn(data));

test('name and time are recorded on nodes and flows, and can be undone', () => {
  const { document, inverse } = applyReversibly(drawing, setNoThreats(drawing, ids, record));
  expect(found(document)).toEqual([record, record, record]);
  expect(applyReversibly(document, inverse).document).toEqual(drawing);
  const { document: after } = applyReversibly(document, setNoThreats(document, ids, null));
  expect(found(after)).toEqual([null, null, null]);
});

test('recording again keeps the first record, and notes have none', () => {
  const note = { id: 'note', type: 'noteNode', position: { x: 0, y: 0 }, data: { label: 'N' } };
  const withNote = { ...drawing, nodes: [...drawing.nodes, note] };
  const { document } = applyReversibly(withNote, setNoThreats(withNote, [...ids, 'note'], record));
  expect(noThreatsIn(document.nodes.at(-1)?.data)).toBeNull();
  expect(setNoThreats(document, ids, { by: 'Bob', at: record.at })).toEqual([]);
});

test('values of other programs are no record', () => {
  for (const noThreats of [true, 'yes', null, 7]) expect(noThreatsIn({ noThreats })).toBeNull();
  expect(noThreatsIn({ noThreats: { at: 5 } })).toEqual({ by: '', at: '' });
});

test('it is merged with what others changed on the same element', () => {
  const [id = ''] = ids;
  const { document: mine } = applyReversibly(drawing, setNoThreats(drawing, [id], record));
  const { document: theirs } = applyReversibly(drawing, [
    { kind: 'setNode', id, data: { privileged: true } },
  ]);
  const merged = mergeCanvas(drawing, mine, theirs);
  expect(merged.conflicts).toEqual([]);
  expect(merged.shown.nodes[0]?.data).toMatchObject({ privileged: true, noThreats: record });
});
