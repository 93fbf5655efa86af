import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossedBy, crossingPoints } from '../canvas/crossings.ts';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { boxOf, overlap, type Box } from '../canvas/geometry.ts';
import { boxAround } from '../canvas/labels/place-labels.ts';
import { lengthOf } from '../canvas/routing/polyline.ts';
import { elementsOf } from './elements.ts';
import { coverOf } from './frame-names.ts';
import { nameBoxOf } from './node-text.ts';
import { hasRoom, roomOf } from './room-left.ts';
import { closeScale, textPositions } from './text-positions.ts';

const kinds = ['processNode', 'dataStoreNode', 'externalEntityNode', 'noteNode'];
const words = [
  'Orders',
  'Payment gateway',
  'PostgreSQL',
  'Web server',
  'ServiceTaskDefinition',
  '',
];

const node = (id: string, x: number, y: number, type = 'processNode', more = {}): CanvasNode => ({
  id,
  type,
  position: { x, y },
  data: { label: id },
  ...more,
});

const positionsOf = (document: CanvasDocument, isZoomable = false) => {
  const elements = elementsOf(document);
  return { ...elements, ...textPositions(elements, { isZoomable }) };
};

const labelBoxes = (document: CanvasDocument): { id: string; box: Box }[] =>
  [...positionsOf(document).labels].flatMap(([id, { position }]) =>
    position ? [{ id, box: boxAround(position.at, position.form) }] : [],
  );

/** Returns the boxes of the labels that are shown after zooming in. */
const closeLabelBoxes = (document: CanvasDocument): { id: string; box: Box }[] =>
  [...positionsOf(document, true).labels].flatMap(([id, { position, close }]) => {
    const label = close ?? position;
    if (!label) return [];
    const scale = close ? closeScale : 1;
    const { width, height } = label.form;
    return [{ id, box: boxAround(label.at, { width: width * scale, height: height * scale }) }];
  });

/** Boundaries with elements inside and beside them, at any position. */
const anyDrawing = fc
  .record({
    boundaries: fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: 900 }),
        y: fc.integer({ min: 0, max: 600 }),
        width: fc.integer({ min: 160, max: 700 }),
        height: fc.integer({ min: 100, max: 500 }),
        parent: fc.nat(4),
        type: fc.constantFrom('trustBoundaryNode', 'trustBoundaryNode', 'processNode'),
        label: fc.constantFrom(...words),
      }),
      { maxLength: 5 },
    ),
    boxes: fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: 1300 }),
        y: fc.integer({ min: 0, max: 900 }),
        parent: fc.nat(9),
        type: fc.constantFrom(...kinds),
        label: fc.constantFrom(...words),
      }),
      { minLength: 2, maxLength: 25 },
    ),
    flows: fc.array(
      fc.record({
        source: fc.nat(29),
        target: fc.nat(29),
        label: fc.constantFrom('reads', 'Confirmed orders', 'Browse and order the goods', ''),
        protocol: fc.constantFrom('HTTPS', 'PostgreSQL', ''),
        dataClassification: fc.constantFrom('confidential', ''),
        encrypted: fc.boolean(),
        bidirectional: fc.boolean(),
        shape: fc.constantFrom('smooth', 'straight', 'stepped'),
      }),
      { maxLength: 30 },
    ),
  })
  .map(({ boundaries, boxes, flows }): CanvasDocument => {
    const frames = boundaries.map(({ x, y, width, height, parent, type, label }, at) => ({
      ...node(`frame ${at}`, x, y, type, { width, height }),
      data: { label },
      ...(parent < at && { parentId: `frame ${parent}` }),
    }));
    const leaves = boxes.map(({ x, y, parent, type, label }, at) => ({
      ...node(`box ${at}`, x, y, type),
      data: { label },
      ...(parent < frames.length && {
        parentId: `frame ${parent}`,
        position: { x: x % 400, y: y % 300 },
      }),
    }));
    const nodes = [...frames, ...leaves];
    const edges = flows.map(({ source, target, ...data }, at): CanvasEdge => ({
      id: `flow ${at}`,
      source: nodes[source % nodes.length]?.id ?? '',
      target: nodes[target % nodes.length]?.id ?? '',
      data,
    }));
    return { nodes, edges };
  });

/** Returns everything that a label must not cover, apart from other labels. */
const obstaclesOf = (document: CanvasDocument): { what: string; box: Box }[] => {
  const { nodes, frames, rooms, routes } = positionsOf(document);
  const names = nodes.flatMap((drawn) => {
    const frame = frames.get(drawn.id);
    const box = frame ? frame.box : nameBoxOf(drawn, roomOf(drawn, rooms));
    return [{ what: `the name of ${drawn.id}`, box }];
  });
  const crossings = document.edges.flatMap(({ id }) =>
    crossedBy(document, id).flatMap((boundary) =>
      crossingPoints(routes.get(id)?.line ?? [], boxOf(document, boundary)).map((point) => ({
        what: `the crossing of ${id}`,
        box: boxAround(point, { width: 8, height: 8 }),
      })),
    ),
  );
  return [...names, ...crossings];
};

describe('labels of flows', () => {
  it('cover no name, no crossing, and no other label, in any drawing of up to 60 elements', () => {
    let [placed, missing] = [0, 0];
    fc.assert(
      fc.property(anyDrawing, (document) => {
        for (const labels of [labelBoxes(document), closeLabelBoxes(document)]) {
          const obstacles = obstaclesOf(document);
          const covered = labels.flatMap(({ id, box }, at) => [
            ...obstacles.filter((each) => overlap(each.box, box)).map(({ what }) => [id, what]),
            ...labels
              .slice(at + 1)
              .filter((other) => overlap(other.box, box))
              .map((other) => [id, other.id]),
          ]);
          expect(covered).toEqual([]);
        }
        const { labels: all, routes } = positionsOf(document);
        for (const [id, { whole, position }] of all) {
          if (lengthOf(routes.get(id)?.line ?? []) < whole.width) continue;
          if (position) placed += 1;
          else missing += 1;
        }
      }),
      { numRuns: 150, seed: 15 },
    );
    // In these drawings elements overlap, but nearly every label has a free position.
    expect(missing / (placed + missing)).toBeLessThan(0.02);
  });

  const apart = (distance: number): CanvasNode[] => [
    node('a', 0, 0),
    node('b', 150 + distance, 0, 'dataStoreNode'),
  ];
  const labelled = { label: 'Browse and order', protocol: 'HTTPS', encrypted: true };
  const positionOf = (nodes: CanvasNode[], data: NonNullable<CanvasEdge['data']>) =>
    positionsOf({ nodes, edges: [{ id: 'f', source: 'a', target: 'b', data }] }).labels.get('f')
      ?.position;

  it('are in the middle of the line, in one row, if nothing is in the way', () => {
    const position = positionOf(apart(300), labelled);
    expect(position).toMatchObject({ along: 0.5, shift: { x: 0, y: 0 } });
    expect(position?.form.rows).toHaveLength(1);
  });

  it('slide along the line past an element', () => {
    const position = positionOf([...apart(500), node('c', 330, -20)], labelled);
    expect(position?.shift).toEqual({ x: 0, y: 0 });
    expect(Math.abs((position?.along ?? 0.5) - 0.5)).toBeGreaterThan(0.1);
    expect(position?.form.isReduced).toBe(false);
  });

  it('take two rows on a short line', () => {
    const position = positionOf(apart(150), labelled);
    expect(position?.form.rows).toHaveLength(2);
    expect(position?.shift).toEqual({ x: 0, y: 0 });
  });

  it('move beside a line that is too short for them', () => {
    const position = positionOf(
      [node('a', 0, 0), node('b', 190, 0)].map((each) => ({ ...each, height: 20 })),
      labelled,
    );
    expect(position?.shift.y).not.toBe(0);
    expect(position?.form.isReduced).toBe(false);
  });

  it('stay where a person placed them', () => {
    const position = positionOf(apart(300), { ...labelled, labelAt: 0.2 });
    expect(position).toMatchObject({ along: 0.2, shift: { x: 0, y: 0 } });
  });

  it('lose their tags before they cover anything, and get them back after zooming in', () => {
    const wall = Array.from({ length: 14 }, (_, at) =>
      node(`w${at}`, 60 + (at % 7) * 60, at < 7 ? -56 : 70, 'processNode', {
        width: 58,
        height: 48,
      }),
    );
    const ends = [
      node('a', -100, 0, 'processNode', { height: 60 }),
      node('b', 500, 0, 'processNode', { height: 60 }),
    ];
    const data = { label: 'Browse', protocol: 'PostgreSQL', dataClassification: 'Confidential' };
    const blocked = Array.from({ length: 4 }, (_, at) =>
      node(`x${at}`, 60 + at * 110, 10, 'processNode', { width: 20, height: 40 }),
    );
    const nodes = [...ends, ...wall, ...blocked];
    const position = positionOf(nodes, data);
    expect(position?.form.isReduced).toBe(true);
    expect(position?.form.rows.flatMap(({ parts }) => parts.map(({ kind }) => kind))).toEqual([
      'label',
    ]);
    const edges = [{ id: 'f', source: 'a', target: 'b', data }];
    const { close } = positionsOf({ nodes, edges }, true).labels.get('f') ?? {};
    expect(close?.form).toMatchObject({ isReduced: false });
  });
});

describe('names', () => {
  it('of a boundary move away from an element at its corner', () => {
    const boundary = node('Zone', 0, 0, 'trustBoundaryNode');
    const child = node('Child', 10, 10, 'processNode', { parentId: 'Zone' });
    const { frames } = positionsOf({ nodes: [boundary, child], edges: [] });
    const name = frames.get('Zone');
    expect(name && overlap(name.box, { x: 10, y: 10, width: 150, height: 64 })).toBe(false);
  });

  it('of a component with components are at its top, like that of a boundary', () => {
    const nodes = [
      node('Service', 0, 0, 'processNode', { width: 400, height: 300 }),
      node('Task', 100, 120, 'processNode', { parentId: 'Service' }),
    ];
    expect(positionsOf({ nodes, edges: [] }).frames.get('Service')?.shift).toEqual({ x: 2, y: 2 });
  });

  it('of an element that is too small for them are below it', () => {
    const nodes = [node('Identity provider', 0, 0, 'processNode', { width: 40, height: 40 })];
    const { nodes: drawn, rooms } = positionsOf({ nodes, edges: [] });
    expect(drawn.map((each) => nameBoxOf(each, roomOf(each, rooms)).y)[0]).toBeGreaterThan(40);
  });

  it('of a covered element are beside it', () => {
    const nodes = [
      node('Under', 0, 0),
      node('Over', -5, -5, 'processNode', { width: 160, height: 80 }),
    ];
    const { nodes: drawn, rooms } = positionsOf({ nodes, edges: [] });
    const [under] = drawn;
    const box = under && nameBoxOf(under, roomOf(under, rooms));
    expect(box && overlap(box, { x: -5, y: -5, width: 160, height: 80 })).toBe(false);
  });

  it('of an overlapped element are in its visible part', () => {
    const nodes = [node('Under', 0, 0), node('Over', 60, 20)];
    const { nodes: drawn, rooms } = positionsOf({ nodes, edges: [] });
    const [under] = drawn;
    const box = under && nameBoxOf(under, roomOf(under, rooms));
    expect(box && overlap(box, { x: 60, y: 20, width: 150, height: 64 })).toBe(false);
  });
});

it('places the texts of 20,000 elements in one place in bounded time', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => node(`n${at}`, at % 7, at % 5));
  const edges = nodes.slice(1).map(({ id }, at) => ({
    id: `e${id}`,
    source: `n${at}`,
    target: id,
    data: { label: 'reads' },
  }));
  expect(positionsOf({ nodes, edges }).labels.size).toBe(edges.length);
}, 60_000);

describe('names of elements', () => {
  const isOver = (one: Box, other: Box): boolean =>
    overlap(
      { ...one, x: one.x + 1, y: one.y + 1, width: one.width - 2, height: one.height - 2 },
      other,
    );

  it('are covered by no other element and no name of a frame, however elements overlap', () => {
    fc.assert(
      fc.property(anyDrawing, (document) => {
        const { nodes, rooms, frames } = positionsOf(document);
        const boxes = nodes.filter(({ isFrame, type }) => !isFrame && type !== 'noteNode');
        for (const [index, each] of boxes.entries()) {
          if (!hasRoom(rooms.get(each.id))) continue;
          const name = nameBoxOf(each, roomOf(each, rooms));
          // Skips a name that is wider than its element and has no other room, because such a name is
          // cut.
          if (name.width > each.box.width && !rooms.has(each.id)) continue;
          for (const later of boxes.slice(index + 1)) expect(isOver(name, later.box)).toBe(false);
          for (const frame of frames.values()) expect(isOver(name, coverOf(frame))).toBe(false);
        }
      }),
    );
  });

  it('are left out if another element covers the element, and no place beside it is free', () => {
    const crowd = Array.from({ length: 9 }, (_, row) =>
      Array.from({ length: 9 }, (_each, column) =>
        node(`${row} ${column}`, column * 142, row * 66),
      ),
    ).flat();
    const { rooms } = positionsOf({ nodes: [node('Below', 568, 264), ...crowd], edges: [] });
    expect(hasRoom(rooms.get('Below'))).toBe(false);
    expect(hasRoom(rooms.get('4 4'))).toBe(true);
  });
});
