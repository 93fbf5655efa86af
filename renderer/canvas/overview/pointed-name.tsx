import { useStore } from '@xyflow/react';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Position } from '#shared/canvas/document.ts';
import { boxOf } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { hover } from '../state/gesture.ts';
import { useThreats } from '../words/spoken.ts';
import { ThreatBadge } from '../words/threat-badge.tsx';
import { isOnDrawing, useElementAt } from './use-element-at.ts';
import classes from './overview.module.css';

const beside = 14;

/** The name of the element under the pointer, which is too small to read in the picture. */
export const PointedName = () => {
  const { id, at } = usePointed();
  const domNode = useStore((store) => store.domNode);
  const data = useCanvas(({ document }) =>
    id === null ? undefined : (nodeById(document, id) ?? edgeById(document, id))?.data,
  );
  const threats = useThreats(data?.componentId);
  if (!data?.label && threats.count === 0) return null;
  const { left, top } = domNode?.getBoundingClientRect() ?? new DOMRect();
  const [x, y] = [at.x - left + beside, at.y - top + beside];
  return (
    <div
      aria-hidden
      className={classes.name}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
    >
      <span className={classes.label} dir="auto">
        {data?.label}
      </span>
      <ThreatBadge threats={threats} />
    </div>
  );
};

/**
 * Outlines the element under the pointer with a DOM element. Repainting an overview of 20,000
 * elements for each hovered element would be too slow.
 */
export const PointedOutline = () => {
  const id = usePointed((pointed) => pointed.id);
  const [x, y, zoom] = useStore((store) => store.transform);
  const document = useCanvas((state) => state.document);
  const node = nodeById(document, id ?? undefined);
  if (!node) return null;
  const box = boxOf(document, node);
  const style = {
    width: box.width * zoom,
    height: box.height * zoom,
    transform: `translate(${box.x * zoom + x}px, ${box.y * zoom + y}px)`,
  };
  return <div className={classes.outline} style={style} />;
};

/** The element under the pointer, and the pointer's position in the window. */
const usePointed = create<{ id: string | null; at: Position }>(() => ({
  id: null,
  at: { x: 0, y: 0 },
}));

/** Forgets the element under the pointer until the pointer moves again. */
export const forgetPointed = (): void => {
  usePointed.setState({ id: null });
  hover(null);
};

/**
 * Updates the element under the pointer at most once per frame, because pointer events come more
 * often.
 */
export const useFollowPointer = (): void => {
  const elementAt = useElementAt();
  useEffect(() => {
    let frame = 0;
    const point = (event: PointerEvent): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const isFree = event.buttons === 0 && isOnDrawing(event.target);
        const id = isFree && !useCanvas.getState().region ? elementAt(event) : null;
        const { clientX: x, clientY: y } = event;
        if (id === null && usePointed.getState().id === null) return;
        usePointed.setState({ id, at: { x, y } });
        hover(id);
      });
    };
    window.addEventListener('pointermove', point);
    window.addEventListener('pointerdown', point);
    return () => {
      window.removeEventListener('pointermove', point);
      window.removeEventListener('pointerdown', point);
      cancelAnimationFrame(frame);
      forgetPointed();
    };
  }, [elementAt]);
};
