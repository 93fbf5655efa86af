import { useOnViewportChange, useReactFlow, ViewportPortal } from '@xyflow/react';
import { useCallback, useState } from 'react';
import { standInOf } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { pointAlong } from '#shared/canvas/routing/polyline.ts';
import type { TextPositions } from '#shared/drawing/text-positions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { drawnTextPositions } from '../state/drawn-text-positions.ts';
import { elementGeometry } from '../viewport/element-geometry.ts';
import { useFind } from './find.ts';
import classes from './find-marks.module.css';

/**
 * The largest number of search results that are marked, because nobody could tell more marks apart.
 * The current result is marked even if it is not among them.
 */
const maxMarks = 200;

/** Marks the search results in view. */
export const FindMarks = () => {
  const isMarking = useFind(({ isOpen, hits }) => isOpen && hits.length > 0);
  return isMarking ? <Marks /> : null;
};

const Marks = () => {
  const document = useCanvas((state) => state.document);
  const hits = useFind((state) => state.hits);
  const current = useFind(({ at }) => hits[at]);
  const positions = useCanvas(drawnTextPositions);
  const view = useSeenBox();
  const ids = view ? seenHits(document, hits, view) : [];
  if (current !== undefined && !ids.includes(current)) ids.push(current);
  return (
    <ViewportPortal>
      {ids.map((id) => {
        const box = boxOfLabel(positions, id) ?? boxOfHit(document, id);
        return (
          box && (
            <div
              className={classes.mark}
              data-shown={id === current || undefined}
              key={id}
              style={{
                transform: `translate(${box.x}px, ${box.y}px)`,
                width: box.width,
                height: box.height,
              }}
            />
          )
        );
      })}
    </ViewportPortal>
  );
};

const boxOfHit = (document: CanvasDocument, id: string): Box | null => {
  const node = nodeById(document, id);
  if (node) return boxOf(document, standInOf(document, node));
  return elementGeometry(document, { element: 'edge', id })?.box ?? null;
};

/** Returns the box of a flow's label as drawn, or `null` if the label is not drawn. */
const boxOfLabel = ({ labels, routes }: TextPositions, id: string): Box | null => {
  const position = labels.get(id)?.position;
  const route = routes.get(id);
  if (!position || !route) return null;
  const { width, height } = position.form;
  const { x, y } = pointAlong(route.line, position.along);
  const { shift } = position;
  return { x: x + shift.x - width / 2, y: y + shift.y - height / 2, width, height };
};

const seenHits = (document: CanvasDocument, hits: readonly string[], view: Box): string[] => {
  const seen: string[] = [];
  for (const id of hits) {
    const box = boxOfHit(document, id);
    if (box && meets(box, view)) seen.push(id);
    if (seen.length === maxMarks) break;
  }
  return seen;
};

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The visible part of the canvas, updated when the viewport stops moving. */
const useSeenBox = (): Box | null => {
  const { screenToFlowPosition } = useReactFlow();
  const readBox = useCallback(() => seenBox(screenToFlowPosition), [screenToFlowPosition]);
  const [view, setView] = useState(readBox);
  useOnViewportChange({ onEnd: () => setView(readBox()) });
  return view;
};

const seenBox = (
  toCanvas: (at: Position, options: { snapToGrid: boolean }) => Position,
): Box | null => {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!pane) return null;
  const start = toCanvas({ x: pane.left, y: pane.top }, { snapToGrid: false });
  const end = toCanvas({ x: pane.right, y: pane.bottom }, { snapToGrid: false });
  return { ...start, width: end.x - start.x, height: end.y - start.y };
};
