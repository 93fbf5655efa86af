import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { grown, holdsBox, holdsPoint, meet, type Box } from '#shared/canvas/geometry.ts';
import { ancestorsOf } from '#shared/canvas/lookup.ts';
import { boxAt, isDrawn, placementOf } from '#shared/canvas/placement.ts';
import { extentOf, leadsThrough, type Polyline } from '#shared/canvas/routing/polyline.ts';
import { isOpen } from './containers.ts';

/** `inner` is what a line must not lead through, `outer` what it should keep out of. */
type Obstacle = { node: CanvasNode; inner: Box; outer: Box };
type Frame = { node: CanvasNode; box: Box };

/** A line may touch an outline, and numbers are rounded. */
const tolerance = 2;
/** What is nearer to an outline is not seen well. */
const leastDistance = 10;

/**
 * What is wrong with a line that joins two elements: behind how many it leads, to how many it comes
 * close, and how many boundaries it leaves or enters for no reason.
 */
export type Faults = { behind: number; close: number; strays: number };
export type FaultsOf = (line: Polyline, source: CanvasNode, target: CanvasNode) => Faults;

/** Looks at lines on a drawing. */
export const lookingAt = (document: CanvasDocument): FaultsOf => {
  const { frames, at } = obstaclesOf(document);
  return (line, source, target) => {
    const ofSource = new Set([source, ...ancestorsOf(document, source)]);
    const ofTarget = new Set([target, ...ancestorsOf(document, target)]);
    const behind = new Set<Obstacle>();
    const close = new Set<Obstacle>();
    for (const [index, to] of line.entries()) {
      const from = line[index - 1] ?? to;
      for (const obstacle of at(extentOf([from, to]))) {
        const { node, inner, outer } = obstacle;
        const isEnd = node === source || node === target;
        if (!isEnd && (ofSource.has(node) || ofTarget.has(node))) continue;
        if (leadsThrough(from, to, inner)) behind.add(obstacle);
        if (!isEnd && leadsThrough(from, to, outer)) close.add(obstacle);
      }
    }
    let strays = 0;
    const extent = extentOf(line);
    for (const { node, box } of frames) {
      if (!meet(box, extent) || holdsBox(box, extent)) continue;
      const needed = ofSource.has(node) === ofTarget.has(node) ? 0 : 1;
      strays += Math.max(0, passesOf(line, box) - needed);
    }
    return { behind: behind.size, close: close.size, strays };
  };
};

/** How often a line passes the outline of a box; straight through it is twice. */
const passesOf = (line: Polyline, box: Box): number => {
  let passes = 0;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1] ?? to;
    const [before, after] = [holdsPoint(box, from), holdsPoint(box, to)];
    if (before !== after) passes += 1;
    else if (!before && leadsThrough(from, to, box)) passes += 2;
  }
  return passes;
};

/** All that is drawn, in squares of the canvas: of a large drawing every leg of a line is asked about. */
const squareSize = 200;

const obstaclesOf = (document: CanvasDocument) => {
  const placement = placementOf(document);
  const squares = new Map<string, Obstacle[]>();
  const frames: Frame[] = [];
  for (const [at, node] of document.nodes.entries()) {
    if (!isDrawn(placement, at)) continue;
    const box = boxAt(placement, at);
    if (isOpen(document, node)) {
      frames.push({ node, box });
      continue;
    }
    const obstacle = { node, inner: grown(box, -tolerance), outer: grown(box, leastDistance) };
    for (const square of squaresOf(obstacle.outer)) {
      const known = squares.get(square);
      if (known) known.push(obstacle);
      else squares.set(square, [obstacle]);
    }
  }
  return {
    frames,
    at: (box: Box): Obstacle[] => squaresOf(box).flatMap((square) => squares.get(square) ?? []),
  };
};

const squaresOf = ({ x, y, width, height }: Box): string[] => {
  const found: string[] = [];
  for (let column = squareAt(x); column <= squareAt(x + width); column += 1) {
    for (let row = squareAt(y); row <= squareAt(y + height); row += 1) {
      found.push(`${column},${row}`);
    }
  }
  return found;
};

const squareAt = (value: number): number => Math.floor(value / squareSize);
