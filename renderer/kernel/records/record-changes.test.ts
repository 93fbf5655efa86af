import { expect, test } from 'vitest';
import { recordSchemas } from '#shared/records/record-schemas.ts';
import { initialValues } from '#shared/records/record-values.ts';
import { copyThreat, createMovedThreat } from './record-changes.ts';

const stamp = { created_at: '2026-11-02T10:00:00.000Z', updated_at: '2026-11-02T10:00:00.000Z' };
const comment = (text: string, userId: string, isMine: boolean) => ({
  ...recordSchemas.comment.parse({
    ...initialValues('comment'),
    ...stamp,
    id: text,
    parentId: 'threat',
    text,
    user: { id: userId },
  }),
  isMine,
});
const values = { ...initialValues('threat'), ...stamp, title: 'Theft' };
const threat = {
  ...recordSchemas.threat.parse({ ...values, id: 'threat', parentId: 'here' }),
  mitigations: [],
  comments: [comment('Mine', 'me', true), comment('Theirs', 'user-abcd', false)],
};

test('a copy omits comments, and a move keeps them in order', () => {
  expect(copyThreat(threat, 'there').map(({ kind }) => kind)).toEqual(['threat']);
  const [moved, ...comments] = createMovedThreat(threat, 'there', true);
  expect(moved).toMatchObject({
    kind: 'threat',
    parentId: 'there',
    values: { title: 'Theft' },
    movedFrom: 'threat',
  });
  expect(createMovedThreat(threat, 'there', false)[0]).not.toHaveProperty('movedFrom', 'threat');
  expect(comments).toMatchObject([
    { kind: 'comment', parentId: moved?.id, values: { text: 'Mine' } },
    {
      kind: 'comment',
      parentId: moved?.id,
      values: { text: expect.stringMatching(/^User abcd, Nov 2, 2026, .+:\n\nTheirs$/) },
    },
  ]);
  const ids = comments.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
});
