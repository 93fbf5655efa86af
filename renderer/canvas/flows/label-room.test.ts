import { describe, expect, it } from 'vitest';
import { routeFlow } from '#shared/canvas/flow-route.ts';
import { labelRoom } from './label-room.ts';

const at = (x: number, y: number) => ({ x, y, width: 100, height: 60 });
const alone = { index: 0, count: 1 };
const level = (gap: number) => routeFlow(at(0, 0), at(100 + gap, 0), alone);
const data = { label: 'Shop pages', protocol: 'HTTPS', encrypted: true };

describe('the text of a flow', () => {
  it('stands on the line in one row where there is room', () => {
    expect(labelRoom(level(300), data, true)).toEqual({ at: { x: 250, y: 30 }, isStacked: false });
  });

  it('stands in two rows between nodes that are close', () => {
    expect(labelRoom(level(140), data, true)).toEqual({ at: { x: 170, y: 30 }, isStacked: true });
  });

  it('stands above the line where it would hide the arrows', () => {
    expect(labelRoom(level(80), data, true)).toEqual({ at: { x: 140, y: 17 }, isStacked: false });
  });

  it('never stands in two rows on one of several parallel flows', () => {
    expect(labelRoom(level(140), data, false).isStacked).toBe(false);
  });

  it('is kept narrow on a flow that runs upright', () => {
    const route = routeFlow(at(0, 0), at(0, 200), alone);
    expect(labelRoom(route, data, true)).toEqual({ at: route.label, isStacked: true });
    expect(labelRoom(route, { label: 'Pages' }, true).isStacked).toBe(false);
  });
});
