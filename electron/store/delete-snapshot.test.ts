import { expect, it } from 'vitest';
import { snapshotSchema } from './delete-snapshot.ts';
import { sentBodies, sentSchema } from './sent-requests.ts';

const oldest = {
  base: { title: 'Session theft' },
  drawing: null,
  parentId: 'component',
  etag: '"1"',
  held: { 'comment:1': 'stamp' },
};
const create = {
  kind: 'comment',
  id: '1',
  idempotencyKey: 'key',
  body: { text: 'A' },
  attempts: 1,
};

it('of earlier versions of the app is read with what they did not store', () => {
  const later = { followed: [], unanswered: [], contested: [] };
  expect(snapshotSchema.parse(oldest)).toEqual({ ...oldest, sent: [], ...later });
  expect(snapshotSchema.parse({ ...oldest, sent: null }).sent).toEqual([]);
  expect(snapshotSchema.parse({ ...oldest, sent: { title: 'A' } }).sent).toEqual([
    { body: { title: 'A' }, ifMatch: null },
  ]);
  expect(snapshotSchema.parse({ ...oldest, unanswered: [create] }).unanswered).toEqual([
    { ...create, sentAfter: null, honorsKey: false },
  ]);
});

it('keeps requests, and the elements of a drawing that they changed', () => {
  const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'A' } };
  const flow = { id: 'f', source: 'a', target: 'a', data: { label: 'F' } };
  const sent = [
    { body: { title: 'A' }, ifMatch: '"1"' },
    { body: null, ifMatch: null },
    {
      body: { data: 'drawing' },
      ifMatch: null,
      former: {
        nodes: [
          ['a', node],
          ['b', null],
        ],
        edges: [['f', flow]],
      },
    },
  ];
  expect(snapshotSchema.parse({ ...oldest, sent }).sent).toEqual(sent);
  const read = sent.map((each) => sentSchema.parse(each));
  expect(sentBodies(read)).toEqual([{ title: 'A' }, { data: 'drawing' }]);
});
