import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { fieldsOf } from '../otm/fields.ts';
import { mergeCanvas, type CanvasMerge, type ElementConflict } from './merge-canvas.ts';
import { replaceElements } from './replace-elements.ts';
import { resolveCanvas } from './resolve-canvas.ts';
import { same } from './same-value.ts';
import { anyCanvas, anyThree } from './testing/any-canvas.ts';
import { faultsOf } from './testing/faults-of.ts';

const numRuns = process.env.PARAPET_FULL ? 10_000 : 300;
const long = 600_000;

type Three = Record<'base' | 'mine' | 'theirs', CanvasDocument>;
type Element = CanvasNode | CanvasEdge;

/**
 * Returns `undefined` if two values are the same, otherwise both values. The check is faster than
 * `toEqual`, and notices a key called `__proto__`.
 */
const unlessSame = (found: unknown, wanted: unknown): unknown =>
  same(found, wanted) ? undefined : { found, wanted };
const keyOf = ({ element, id }: ElementConflict): string => `${element}:${id}`;
const conflictsOf = ({ conflicts }: CanvasMerge) =>
  conflicts.map((conflict) => [keyOf(conflict), conflict.fields]);
const mergeThree = ({ base, mine, theirs }: Three) => mergeCanvas(base, mine, theirs);
const withoutKeys = ({ nodes, edges }: CanvasDocument) => ({ nodes, edges });

const elementsOf = ({ nodes, edges }: CanvasDocument): Map<string, Element> =>
  new Map<string, Element>([
    ...nodes.map((node) => [`node:${node.id}`, node] as const),
    ...edges.map((edge) => [`edge:${edge.id}`, edge] as const),
  ]);

/** Returns all fields of an element in one map, including the fields of its data. */
const fieldsIn = (element: Element | undefined): Map<string, unknown> => {
  const { data, ...own } = fieldsOf(element);
  return new Map([
    ...Object.entries(own),
    ...Object.entries(fieldsOf(data)).map(([key, value]) => [`data ${key}`, value] as const),
  ]);
};

/** Like `anyThree`, but the versions share no objects, as in practice. */
const apart: fc.Arbitrary<Three> = anyThree.map((three) => structuredClone(three));

const holds =
  <Case>(cases: fc.Arbitrary<Case>, law: (each: Case) => void) =>
  () =>
    fc.assert(fc.property(cases, law), { numRuns });

describe('merging changes of two sides', () => {
  test(
    'keeps a change that only I made',
    holds(apart, ({ base, mine }) => {
      const merge = mergeCanvas(base, mine, base);
      expect(unlessSame([merge.shown, merge.sent, merge.base], [mine, mine, base])).toBeUndefined();
      expect(merge.conflicts).toEqual([]);
    }),
    long,
  );

  test(
    'keeps a change that only they made',
    holds(apart, ({ base, theirs }) => {
      const merge = mergeCanvas(base, base, theirs);
      expect(
        unlessSame([merge.shown, merge.sent, merge.base], [theirs, theirs, theirs]),
      ).toBeUndefined();
      expect(merge.conflicts).toEqual([]);
    }),
    long,
  );

  test(
    'keeps a change that both made in the same way',
    holds(fc.tuple(apart, anyCanvas), ([{ base, mine }, other]) => {
      for (const origin of [base, other]) {
        const merge = mergeCanvas(origin, mine, structuredClone(mine));
        expect(
          unlessSame([merge.shown, merge.sent, merge.base], [mine, mine, mine]),
        ).toBeUndefined();
        expect(merge.conflicts).toEqual([]);
      }
    }),
    long,
  );

  test(
    'is symmetric',
    holds(apart, ({ base, mine, theirs }) => {
      const merge = mergeCanvas(base, mine, theirs);
      const mirrored = mergeCanvas(base, theirs, mine);
      expect(unlessSame(withoutKeys(merge.shown), withoutKeys(mirrored.sent))).toBeUndefined();
      expect(unlessSame(withoutKeys(merge.sent), withoutKeys(mirrored.shown))).toBeUndefined();
      const swapped = mirrored.conflicts.map((each) => ({
        ...each,
        mine: each.theirs,
        theirs: each.mine,
      }));
      expect(unlessSame(merge.conflicts, swapped)).toBeUndefined();
    }),
    long,
  );

  test(
    'gives valid documents, both shown and sent',
    holds(apart, (three) => {
      const { shown, sent } = mergeThree(three);
      expect([faultsOf(three.mine), faultsOf(three.theirs)]).toEqual([[], []]);
      expect([faultsOf(shown), faultsOf(sent)]).toEqual([[], []]);
    }),
    long,
  );

  test(
    'loses no change of only one side, unless it is in conflict',
    holds(apart, (three) => {
      const merge = mergeThree(three);
      for (const side of ['mine', 'theirs'] as const)
        expect(lostOf(side, three, merge)).toEqual([]);
    }),
    long,
  );

  test(
    'adds nothing that neither side has',
    holds(apart, (three) => {
      const { shown, sent } = mergeThree(three);
      expect([inventedIn(shown, three), inventedIn(sent, three)]).toEqual([[], []]);
    }),
    long,
  );

  test(
    'shows mine and sends theirs for conflicts',
    holds(apart, (three) => {
      const { shown, sent, conflicts } = mergeThree(three);
      const [shownElements, sentElements] = [elementsOf(shown), elementsOf(sent)];
      const wrong = conflicts.filter((conflict) => {
        const { mine, theirs, fields } = conflict;
        const merged = [
          shownElements.get(keyOf(conflict)) ?? null,
          sentElements.get(keyOf(conflict)) ?? null,
        ];
        const isInBoth = mine !== null && theirs !== null;
        if (isInBoth !== fields.length > 0) return true;
        return isInBoth ? merged.includes(null) : !same(merged, [mine, theirs]);
      });
      expect(wrong).toEqual([]);
      const unlike = [...new Set([...shownElements.keys(), ...sentElements.keys()])].filter(
        (key) => !same(shownElements.get(key), sentElements.get(key)),
      );
      expect(unlike.toSorted()).toEqual(conflicts.map(keyOf).toSorted());
    }),
    long,
  );
});

const lostOf = (side: 'mine' | 'theirs', three: Three, { shown, sent, conflicts }: CanvasMerge) => {
  const open = new Set(conflicts.map(keyOf));
  const [base, own] = [elementsOf(three.base), elementsOf(three[side])];
  const other = elementsOf(side === 'mine' ? three.theirs : three.mine);
  const merged = [elementsOf(shown), elementsOf(sent)];
  const lost: string[] = [];
  for (const key of new Set([...base.keys(), ...own.keys()])) {
    if (open.has(key)) continue;
    const [before, now, remote] = [base.get(key), own.get(key), other.get(key)];
    if (!now && remote && merged.some((each) => each.has(key))) lost.push(`${key} is back`);
    if (now && (!before || remote) && merged.some((each) => !each.has(key))) lost.push(key);
    if (!now || !remote) continue;
    const fields = [before, now, remote].map(fieldsIn);
    for (const name of new Set(fields.flatMap((each) => [...each.keys()]))) {
      const [o, a, b] = fields.map((each) => each.get(name));
      if (same(o, a) || !same(o, b)) continue;
      if (merged.some((each) => !same(fieldsIn(each.get(key)).get(name), a))) {
        lost.push(`${key} ${name}`);
      }
    }
  }
  return lost;
};

const inventedIn = (document: CanvasDocument, three: Three): string[] => {
  const [mine, theirs] = [elementsOf(three.mine), elementsOf(three.theirs)];
  return [...elementsOf(document)].flatMap(([key, element]) => {
    const sides = [mine.get(key), theirs.get(key)].filter((each) => each !== undefined);
    if (sides.length === 0) return [key];
    return [...fieldsIn(element)].flatMap(([name, value]) => {
      const values = sides.map((each) => fieldsIn(each).get(name));
      const texts = values.filter((each) => typeof each === 'string');
      const lines = new Set(texts.flatMap((each) => each.split('\n')));
      const isText =
        typeof value === 'string' && value.split('\n').every((line) => lines.has(line));
      return isText || values.some((each) => same(each, value)) ? [] : [`${key} ${name}`];
    });
  });
};

describe('merging again', () => {
  test(
    'before the result was sent changes nothing',
    holds(apart, (three) => {
      const merge = mergeThree(three);
      const again = mergeCanvas(merge.base, merge.shown, three.theirs);
      expect(unlessSame([again.shown, again.sent], [merge.shown, merge.sent])).toBeUndefined();
      expect(unlessSame(conflictsOf(again), conflictsOf(merge))).toBeUndefined();
    }),
    long,
  );

  test(
    'after the result was sent changes nothing',
    holds(apart, (three) => {
      const merge = mergeThree(three);
      const again = mergeCanvas(merge.base, merge.shown, merge.sent);
      expect(unlessSame([again.shown, again.sent], [merge.shown, merge.sent])).toBeUndefined();
      expect(unlessSame(conflictsOf(again), conflictsOf(merge))).toBeUndefined();
    }),
    long,
  );

  test(
    'with the sent document as the origin changes nothing but conflicts',
    holds(apart, (three) => {
      const merge = mergeThree(three);
      const origin = replaceElements(merge.sent, merge.base, merge.conflicts);
      const again = mergeCanvas(origin, merge.shown, merge.sent);
      expect(unlessSame([again.shown, again.sent], [merge.shown, merge.sent])).toBeUndefined();
      expect(conflictsOf(again)).toEqual(conflictsOf(merge));
    }),
    long,
  );
});

type Side = 'mine' | 'theirs';
const choicesOf = ({ conflicts }: CanvasMerge, choose: (at: number) => Side | undefined) =>
  new Map(
    conflicts.flatMap((conflict, at) => {
      const side = choose(at);
      return side ? [[keyOf(conflict), side] as const] : [];
    }),
  );

describe('resolving', () => {
  test(
    'everything to mine gives the shown document',
    holds(apart, (three) => {
      const merge = mergeThree(three);
      const choices = choicesOf(merge, () => 'mine');
      expect(
        unlessSame(resolveCanvas(merge.shown, three.theirs, choices, merge.conflicts), merge.shown),
      ).toBeUndefined();
    }),
    long,
  );

  test(
    'everything to theirs gives the sent document: theirs for conflicts, and all merged changes',
    holds(apart, (three) => {
      const merge = mergeThree(three);
      const choices = choicesOf(merge, () => 'theirs');
      const resolved = resolveCanvas(merge.shown, three.theirs, choices, merge.conflicts);
      expect(
        unlessSame(
          Object.fromEntries(elementsOf(resolved)),
          Object.fromEntries(elementsOf(merge.sent)),
        ),
      ).toBeUndefined();
      expect(faultsOf(resolved)).toEqual([]);
    }),
    long,
  );

  test(
    'in any way gives a valid document, which stays the same once theirs is the origin',
    holds(
      fc.tuple(apart, fc.infiniteStream(fc.constantFrom('mine', 'theirs', undefined))),
      ([three, sides]) => {
        const merge = mergeThree(three);
        const choices = choicesOf(merge, () => sides.next().value);
        const resolved = resolveCanvas(merge.shown, three.theirs, choices, merge.conflicts);
        expect(faultsOf(resolved)).toEqual([]);
        const next = mergeCanvas(three.theirs, resolved, three.theirs);
        expect(unlessSame([next.shown, next.sent], [resolved, resolved])).toBeUndefined();
        expect(next.conflicts).toEqual([]);
      },
    ),
    long,
  );

  test(
    'everything, with theirs as the origin of conflicts, gives the resolved document',
    holds(
      fc.tuple(apart, fc.infiniteStream(fc.constantFrom('mine', 'theirs'))),
      ([three, sides]) => {
        const merge = mergeThree(three);
        const choices = choicesOf(merge, () => sides.next().value);
        const resolved = resolveCanvas(merge.shown, three.theirs, choices, merge.conflicts);
        const origin = replaceElements(merge.base, three.theirs, merge.conflicts);
        const again = mergeCanvas(origin, resolved, three.theirs);
        expect(unlessSame([again.shown, again.sent], [resolved, resolved])).toBeUndefined();
        expect(again.conflicts).toEqual([]);
      },
    ),
    long,
  );

  test(
    'some conflicts opens no others',
    holds(
      fc.tuple(apart, fc.infiniteStream(fc.constantFrom('mine', 'theirs', undefined))),
      ([three, sides]) => {
        const merge = mergeThree(three);
        const choices = choicesOf(merge, () => sides.next().value);
        const chosen = merge.conflicts.filter((conflict) => choices.has(keyOf(conflict)));
        const resolved = resolveCanvas(merge.shown, three.theirs, choices, merge.conflicts);
        const origin = replaceElements(merge.base, three.theirs, chosen);
        const again = mergeCanvas(origin, resolved, three.theirs);
        const before = new Set(merge.conflicts.map(keyOf));
        expect(again.conflicts.map(keyOf).filter((key) => !before.has(key))).toEqual([]);
      },
    ),
    long,
  );
});
