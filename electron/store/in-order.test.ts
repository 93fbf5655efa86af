import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import type { RecordRow } from './records.ts';

const row = (id: string, created_at?: string): RecordRow => {
  const values = created_at === undefined ? { title: id } : { title: id, created_at };
  const base = created_at === undefined ? null : values;
  return { kind: 'threat', id, parentId: 'k', local: values, base, etag: null };
};

it('keeps the order of siblings while the service confirms them one by one', () => {
  const ids = ['a', 'b', 'c', 'd'];
  for (let confirmed = 0; confirmed <= ids.length; confirmed += 1) {
    const rows = ids.map((id, index) =>
      index < confirmed ? row(id, `2026-01-01T00:00:0${index}.000Z`) : row(id),
    );
    expect(inOrder(rows.toReversed()).map(({ id }) => id)).toEqual(ids);
  }
});
