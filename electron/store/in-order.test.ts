import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import type { RecordRow } from './records.ts';

const row = (id: string, createdAt: string, isConfirmed: boolean): RecordRow => {
  const local = { title: id, created_at: createdAt };
  return { kind: 'threat', id, parentId: 'k', local, base: isConfirmed ? local : null, etag: null };
};

it.each(['later', 'earlier'])(
  'keeps the order of siblings that the service confirms one by one, with a %s clock',
  (clock) => {
    const year = clock === 'later' ? '2027' : '2025';
    const ids = ['a', 'b', 'c', 'd'];
    for (let confirmed = 0; confirmed <= ids.length; confirmed += 1) {
      const rows = ids.map((id, index) =>
        index < confirmed
          ? row(id, `${year}-01-01T00:00:0${index}.000Z`, true)
          : row(id, '2026-01-01T00:00:00.000Z', false),
      );
      expect(inOrder(rows.toReversed()).map(({ id }) => id)).toEqual(ids);
    }
  },
);
