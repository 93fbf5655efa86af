import { useStore, type ReactFlowState } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import { crossedBy, crossingsOf } from '#shared/canvas/crossings.ts';
import type { Position } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas-store.ts';
import { useGesture } from '../gesture.ts';
import classes from './crossing-marks.module.css';

/** On a canvas with no more flows than this all crossings are marked, otherwise those of one flow. */
const mostAlwaysMarked = 60;

type Props = { id: string; path: string; isSelected: boolean };

/** A mark on a flow wherever it passes the outline of a boundary that it crosses. */
export const CrossingMarks = ({ id, path, isSelected }: Props) => {
  const isCrossing = useCanvas(({ document }) => crossedBy(document, id).length > 0);
  const areFew = useCanvas(({ document }) => document.edges.length <= mostAlwaysMarked);
  const isHovered = useGesture(({ hovered }) => hovered === id);
  return isCrossing && (areFew || isSelected || isHovered) ? <Marks id={id} path={path} /> : null;
};

const Marks = ({ id, path }: { id: string; path: string }) => {
  const boundaries = useCanvas(({ document }) => crossedBy(document, id));
  /** Where the boundaries are drawn now, in the middle of a drag too: four numbers for each. */
  const edges = useStore(
    useCallback(
      ({ nodeLookup }: ReactFlowState) =>
        boundaries.flatMap((boundary) => {
          const node = nodeLookup.get(boundary.id);
          if (!node) return [];
          const { x, y } = node.internals.positionAbsolute;
          return [x, y, node.width ?? 0, node.height ?? 0];
        }),
      [boundaries],
    ),
    shallow,
  );
  const points = useMemo(() => markedPoints(path, edges), [path, edges]);
  return points.map(({ x, y }) => (
    <circle className={classes.mark} cx={x} cy={y} key={`${x} ${y}`} r={4} />
  ));
};

/** Nearer to an end than this, a mark would lie on the arrow. */
const nearEnd = 0.02;

const markedPoints = (path: string, edges: readonly number[]): Position[] => {
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  const length = line.getTotalLength();
  const pointAt = (place: number): Position => line.getPointAtLength(place * length);
  const points: Position[] = [];
  for (let at = 0; at + 3 < edges.length; at += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = edges.slice(at, at + 4);
    const places = crossingsOf(pointAt, { x, y, width, height });
    points.push(...places.filter((place) => place > nearEnd && place < 1 - nearEnd).map(pointAt));
  }
  return points;
};
