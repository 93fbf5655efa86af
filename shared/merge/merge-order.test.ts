import { describe, expect, test } from 'vitest';
import { insertOwn, mergeOrders, type Membership } from './merge-order.ts';

const listOf = (ids: string): string[] => (ids === '' ? [] : ids.split(' '));
const flat = (ids: string): Membership => {
  const known = new Set(listOf(ids));
  return { has: (id) => known.has(id), parentOf: () => undefined };
};
/** Merges orders of elements, of which the merged documents have those in `shown` and in `sent`. */
const merged = (
  base: string,
  mine: string,
  theirs: string,
  { shown, sent }: { shown: string; sent: string },
): string[] => {
  const orders = { base: listOf(base), mine: listOf(mine), theirs: listOf(theirs) };
  const found = mergeOrders({ ...orders, isOwn: () => false }, flat(shown), flat(sent));
  return [found.shown.join(' '), found.sent.join(' ')];
};

describe('both documents have one order', () => {
  test.each([
    ['that of mine if only I reordered', 'a b c', 'c a b', 'a b c', 'c a b'],
    ['that of theirs if only they reordered', 'a b c', 'a b c', 'b c a', 'b c a'],
    ['the same for both sides if both reordered', 'a b c', 'c a b', 'b c a', 'b c a'],
    ['the same for both sides, also the other way', 'a b c', 'b c a', 'c a b', 'b c a'],
    ['new elements of mine after their predecessor', 'a b', 'a x y b', 'a b', 'a x y b'],
    ['new elements of theirs after their predecessor', 'a b', 'a b', 'a b x', 'a b x'],
    ['new elements before all others', 'a b', 'x a b', 'a b', 'x a b'],
    ['new elements of both at the same place, sorted by ID', 'a b', 'a y b', 'a x b', 'a x y b'],
    ['the same, from the other side', 'a b', 'a x b', 'a y b', 'a x y b'],
    ['new elements of both at the start', 'a', 'y a', 'x z a', 'x z y a'],
    ['groups of new elements together', 'a', 'a x z', 'a y', 'a x z y'],
    ['my order, although an element was deleted', 'a b c', 'b a', 'a b', 'b a'],
    ['my order, with a new element of theirs', 'a b c', 'c b a', 'a b x c', 'c b x a'],
    ['my order, with my new element', 'a b c', 'c x b a', 'a b c', 'c x b a'],
    ['their order, with a new element of mine', 'a b c', 'a x b c', 'c b a', 'c b a x'],
    ['an element that both added, after a reorder of mine', 'a b', 'b x a', 'a x b', 'b x a'],
  ])('%s', (_, base, mine, theirs, wanted) => {
    const all = [...new Set([...listOf(mine), ...listOf(theirs)])].join(' ');
    expect(merged(base, mine, theirs, { shown: all, sent: all })).toEqual([wanted, wanted]);
  });
});

describe('an element in only one of the documents follows its predecessor there', () => {
  test.each([
    ['one that I deleted', 'a b c', 'a c', 'a b c', 'a c', 'a b c'],
    ['one that they deleted', 'a b c', 'b a c', 'a c', 'b a c', 'a c'],
    ['a new one of mine', 'a b', 'a x b', 'b a', 'b a x', 'b a'],
    ['the first one', 'a', 'a', 'x y a', 'a', 'x y a'],
  ])('%s', (_, base, mine, theirs, shown, sent) => {
    expect(merged(base, mine, theirs, { shown, sent })).toEqual([shown, sent]);
  });

  test('one that both added differently', () => {
    const orders = { base: ['a', 'b'], isOwn: (id: string) => id === 'x' };
    const both = flat('a b x');
    expect(
      mergeOrders({ ...orders, mine: ['a', 'b', 'x'], theirs: ['a', 'b', 'x'] }, both, both),
    ).toEqual({ shown: ['a', 'b', 'x'], sent: ['a', 'b', 'x'] });
    expect(
      mergeOrders({ ...orders, mine: ['x', 'a', 'b'], theirs: ['a', 'x', 'b'] }, both, both),
    ).toEqual({ shown: ['x', 'a', 'b'], sent: ['a', 'x', 'b'] });
  });
});

/** Returns a membership from pairs such as `child:parent`. */
const nested = (ids: string): Membership => {
  const parents = new Map(
    listOf(ids)
      .map((each) => each.split(':'))
      .map(([id = '', of]) => [id, of] as const),
  );
  return { has: (id) => parents.has(id), parentOf: (id) => parents.get(id) };
};

test('two boundaries that contain each other have an order in each document', () => {
  const orders = {
    base: ['a', 'b'],
    mine: ['b', 'a', 'm'],
    theirs: ['a', 'b', 't'],
    isOwn: () => false,
  };
  expect(mergeOrders(orders, nested('b a:b m:a t:b'), nested('a b:a m:a t:b'))).toEqual({
    shown: ['b', 'a', 'm', 't'],
    sent: ['a', 'b', 't', 'm'],
  });
});

test('a boundary that one side moved into another one follows it in both documents', () => {
  const orders = {
    base: ['a', 'b', 'c'],
    mine: ['a', 'b', 'c'],
    theirs: ['b', 'c', 'a'],
    isOwn: () => false,
  };
  const [shown, sent] = [nested('a b c:a'), nested('a:c b c')];
  const order = ['b', 'c', 'a'];
  expect(mergeOrders(orders, nested('a b c'), sent)).toEqual({ shown: order, sent: order });
  expect(mergeOrders(orders, shown, nested('a b c')).shown).toEqual(['b', 'a', 'c']);
});

describe('own elements are inserted', () => {
  test.each([
    ['after their predecessors', 'a b', 'x a y b z', 'a b x y z', 'x a y b z'],
    ['without those of another document', 'a b', 'a x b y', 'a b y', 'a b y'],
    ['once', 'a', 'x a x', 'a x', 'x a'],
    ['after their parents', 'a q p', 'p a x q', 'a p q x:p', 'a q p x'],
    ['after the parents of their parents', 'a q p', 'p y a x q', 'a p q y:p x:y', 'a q p y x'],
    ['after new parents', 'a', 'x a p', 'a x:p p', 'p x a'],
    ['although a damaged file has a cycle', 'a', 'a x y', 'a x:y y:x', 'a y x'],
  ])('%s', (_, common, side, document, wanted) => {
    expect(insertOwn(listOf(common), listOf(side), nested(document)).join(' ')).toBe(wanted);
  });
});
