import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { mitigationStatuses, priorities } from '../api/enumerations.ts';
import { sizeOf, type CanvasNode } from '../canvas/document.ts';
import { readOtm } from '../otm/read-otm.ts';
import { absolutePositions } from '../otm/reading/extent.ts';
import { otmSchema } from '../otm/schema.ts';

const text = readFileSync(join(import.meta.dirname, 'web-shop.otm.yaml'), 'utf8');
const reading = readOtm(text);
if (!reading.ok) throw new Error(reading.refusal.reason);
const [model] = reading.models;
if (!model) throw new Error('no model');
const { content, report } = model;
const [canvas] = content.canvases;
const nodes = canvas?.data.nodes ?? [];
const edges = canvas?.data.edges ?? [];
const threats = content.components.flatMap((component) => component.threats);
const mitigations = threats.flatMap((threat) => threat.mitigations);
const positions = absolutePositions(nodes);

const boxOf = (node: CanvasNode) => {
  const { x, y } = positions.get(node.id) ?? node.position;
  const { width, height } = sizeOf(node);
  return { left: x, top: y, right: x + width, bottom: y + height };
};
type Box = ReturnType<typeof boxOf>;
const apart = (one: Box, other: Box, gap: number): boolean =>
  one.right + gap <= other.left ||
  other.right + gap <= one.left ||
  one.bottom + gap <= other.top ||
  other.bottom + gap <= one.top;
const holds = (outer: Box, inner: Box): boolean =>
  outer.left < inner.left &&
  outer.top < inner.top &&
  outer.right > inner.right &&
  outer.bottom > inner.bottom;

test('the sample fits the schema and needs no repair', () => {
  expect(otmSchema.safeParse(parse(text)).error).toBeUndefined();
  expect(report.repairs).toEqual([]);
  expect(report.counts).toEqual({
    canvases: 1,
    components: 8,
    dataFlows: 10,
    trustZones: 3,
    threats: 24,
    mitigations: 38,
  });
});

test('has every priority, every status of mitigations, and a discussion', () => {
  expect(new Set(threats.map(({ priority }) => priority))).toEqual(new Set(priorities));
  expect(new Set(mitigations.map(({ status }) => status))).toEqual(new Set(mitigationStatuses));
  expect(new Set(threats.map(({ status }) => status)).size).toBe(5);
  expect(threats.flatMap(({ comments }) => comments).length).toBe(8);
  expect(threats.every(({ description }) => description.length > 40)).toBe(true);
});

test('flows have protocols, and one of them has threats', () => {
  expect(edges.every((edge) => edge.data?.protocol && edge.data.label)).toBe(true);
  const webhooks = edges.find(({ id }) => id === 'webhooks');
  const record = content.components.find(({ id }) => id === webhooks?.data?.componentId);
  expect(record?.threats.map(({ id }) => id)).toEqual(['forged-webhook']);
});

test('the drawing fits a window, nothing overlaps, and boundaries contain their elements', () => {
  const boxes = nodes.map((node) => ({ node, box: boxOf(node) }));
  expect(Math.max(...boxes.map(({ box }) => box.right))).toBeLessThanOrEqual(1250);
  expect(Math.max(...boxes.map(({ box }) => box.bottom))).toBeLessThanOrEqual(700);
  for (const one of boxes) {
    const parent = boxes.find(({ node }) => node.id === one.node.parentId);
    expect(!parent || holds(parent.box, one.box)).toBe(true);
    const near = boxes.filter(({ box }) => !apart(one.box, box, 15) && box !== one.box);
    const strangers = near.filter(({ box }) => !holds(one.box, box) && !holds(box, one.box));
    expect(strangers).toEqual([]);
  }
});

test('the middle of a flow, where its label is, covers no component', () => {
  const components = nodes.filter(({ type }) => type !== 'trustBoundaryNode');
  const middleOf = (id: string) => {
    const node = components.find((component) => component.id === id);
    const box = node ? boxOf(node) : { left: 0, right: 0, top: 0, bottom: 0 };
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  };
  for (const { id, source, target } of edges) {
    const [from, to] = [middleOf(source), middleOf(target)];
    const at = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const label = { left: at.x - 45, right: at.x + 45, top: at.y - 12, bottom: at.y + 12 };
    const covered = components.filter((component) => !apart(boxOf(component), label, 0));
    expect([id, covered]).toEqual([id, []]);
  }
});
