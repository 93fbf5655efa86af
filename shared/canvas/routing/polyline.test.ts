import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grown, holdsPoint } from '../geometry.ts';
import { leadsThrough, pointAlong } from './polyline.ts';

const number = fc.integer({ min: -50, max: 50 });
const point = fc.record({ x: number, y: number });
const size = fc.integer({ min: 2, max: 60 });
const box = fc.record({ x: number, y: number, width: size, height: size });

it('a straight line passes through a box if a point of it is inside', () => {
  fc.assert(
    fc.property(point, point, box, (from, to, around) => {
      fc.pre(from.x !== to.x || from.y !== to.y);
      const points = Array.from({ length: 401 }, (_, at) => pointAlong([from, to], at / 400));
      const comesInto = (by: number): boolean =>
        points.some((each) => holdsPoint(grown(around, by), each));
      const passes = leadsThrough(from, to, around);
      // The line may cut a corner of the box between two sampled points. So the samples are compared
      // with a slightly smaller and a slightly larger box.
      expect(comesInto(-0.5) && !passes).toBe(false);
      expect(passes && !comesInto(1)).toBe(false);
      expect(leadsThrough(to, from, around)).toBe(passes);
    }),
  );
});
