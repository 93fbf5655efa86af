import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';
import { grown, holdsBox, holdsPoint, isBoundary, meet, type Box } from '../canvas/geometry.ts';
import { ancestorsOf } from '../canvas/lookup.ts';
import { boxAt, isDrawn, placementOf } from '../canvas/placement.ts';
import { extentOf, leadsThrough, type Polyline } from '../canvas/routing/polyline.ts';
import { isOpen } from './containers.ts';
import { gridIndex } from './grid-index.ts';

/** A node that flows avoid. A line must not cross `inner` and should stay out of `outer`. */
type Obstacle = { node: CanvasNode; inner: Box; outer: Box };
type Frame = { node: CanvasNode; box: Box };

/**
 * The largest distance, in pixels, by which a line may lead into a box without a fault. It is not 0,
 * because the line may touch the outline, and numbers are rounded.
 */
const tolerance = 2;
/** The distance in pixels from an outline below which a line is hard to see. */
const minDistance = 10;

/**
 * The numbers of faults of a line between two elements: elements that hide a part of the line
 * (`behind`), elements that the line passes too closely (`close`), and needless crossings of boundaries
 * (`strays`).
 */
type Faults = { behind: number; close: number; strays: number };
export type FaultsOf = (line: Polyline, source: CanvasNode, target: CanvasNode) => Faults;

/** Returns a function that finds the faults of lines in a document. */
export const lookingAt = (document: CanvasDocument): FaultsOf => {
  const { frames, obstacles } = obstaclesOf(document);
  return (line, source, target) => {
    const ofSource = new Set([source, ...ancestorsOf(document, source)]);
    const ofTarget = new Set([target, ...ancestorsOf(document, target)]);
    const around = ofSource.has(target) ? target : ofTarget.has(source) ? source : null;
    const behind = new Set<Obstacle>();
    const close = new Set<Obstacle>();
    for (const [index, to] of line.entries()) {
      const from = line[index - 1] ?? to;
      for (const obstacle of obstacles.near(extentOf([from, to]))) {
        const { node, inner, outer } = obstacle;
        const isEnd = node === source || node === target;
        const isAround = ofSource.has(node) || ofTarget.has(node);
        if (node === around || (isAround && !isEnd)) continue;
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

/**
 * Returns how many times a line crosses the outline of a box. A line straight through the box
 * counts as two.
 */
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

/**
 * Returns the expanded boundaries as frames, and all other nodes as obstacles. Frames are no obstacles,
 * because any flow may pass through them.
 */
const obstaclesOf = (document: CanvasDocument) => {
  const placement = placementOf(document);
  const obstacles = gridIndex<Obstacle>();
  const frames: Frame[] = [];
  for (const [at, node] of document.nodes.entries()) {
    if (!isDrawn(placement, at)) continue;
    const box = boxAt(placement, at);
    if (isBoundary(node) && isOpen(document, node)) {
      frames.push({ node, box });
      continue;
    }
    const obstacle = { node, inner: grown(box, -tolerance), outer: grown(box, minDistance) };
    obstacles.add(obstacle.outer, obstacle);
  }
  return { frames, obstacles };
};
