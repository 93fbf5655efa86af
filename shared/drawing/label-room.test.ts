import { describe, expect, it } from 'vitest';
import { routeFlow } from '../canvas/flow-route.ts';
import { labelParts, labelRoom, type FlowMarks } from './label-room.ts';

const at = (x: number, y: number) => ({ x, y, width: 100, height: 60 });
const alone = { index: 0, count: 1 };
const level = (gap: number) => routeFlow(at(0, 0), at(100 + gap, 0), alone);
const none: FlowMarks = {
  label: '',
  protocol: '',
  dataClassification: '',
  isEncrypted: false,
  isAuthenticated: false,
};
const parts = labelParts({ ...none, label: 'Shop pages', protocol: 'HTTPS', isEncrypted: true });

describe('the text of a flow', () => {
  it('stands on the line in one row where there is room', () => {
    expect(labelRoom(level(300), parts, true)).toEqual({ at: { x: 250, y: 30 }, isStacked: false });
  });

  it('stands in two rows where one would be long', () => {
    const long = labelParts({
      ...none,
      label: 'Confirmed orders',
      protocol: 'AMQP',
      dataClassification: 'Personal',
    });
    expect(labelRoom(level(400), long, true).isStacked).toBe(true);
    expect(labelRoom(level(400), long, false).isStacked).toBe(false);
  });

  it('stands in two rows between nodes that are close', () => {
    expect(labelRoom(level(140), parts, true)).toEqual({ at: { x: 170, y: 30 }, isStacked: true });
  });

  it('stands above the line where it would hide the arrows', () => {
    expect(labelRoom(level(80), parts, true)).toEqual({ at: { x: 140, y: 17 }, isStacked: false });
  });

  it('never stands in two rows on one of several parallel flows', () => {
    expect(labelRoom(level(140), parts, false).isStacked).toBe(false);
  });

  it('is kept narrow on a flow that runs upright', () => {
    const route = routeFlow(at(0, 0), at(0, 200), alone);
    expect(labelRoom(route, parts, true)).toEqual({ at: route.label, isStacked: true });
    expect(labelRoom(route, labelParts({ ...none, label: 'Pages' }), true).isStacked).toBe(false);
  });

  it('has its signs before the label and its tags after it', () => {
    const all = labelParts({
      label: 'Card data',
      protocol: 'HTTPS',
      dataClassification: 'restricted',
      isEncrypted: true,
      isAuthenticated: true,
    });
    expect(all.row.map(({ kind }) => kind)).toEqual(['lock', 'person', 'label']);
    expect(all.tags.map(({ text }) => text)).toEqual(['HTTPS', 'restricted']);
  });

  it('is cut where a text is long', () => {
    const { row, tags } = labelParts({
      ...none,
      label: 'x'.repeat(900),
      protocol: 'y'.repeat(900),
    });
    expect(row[0]?.width).toBeLessThanOrEqual(180);
    expect(tags[0]?.width).toBeLessThanOrEqual(98);
  });
});
