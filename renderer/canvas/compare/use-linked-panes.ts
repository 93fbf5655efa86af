import { useElementSize } from '@mantine/hooks';
import {
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefCallback,
} from 'react';
import type { Position } from '#shared/canvas/document.ts';
import { centreOf, type Box } from '#shared/canvas/geometry.ts';
import { partToDraw } from './drawn-part.ts';

const zoomStep = 1.25;
const largest = 2;
/** Panes differ by some pixels, and what fits into one must not need scroll bars in another. */
const rounding = 4;
/** Around an element that is flown to, in pixels of the canvas. */
const surroundings = 160;

/** Where along one axis to scroll to, so that `at` is in the middle. */
const scrollTo = (at: number, from: number, scale: number, seen: number): number =>
  (at - from) * scale - seen / 2;

/** What is in the middle of the view; what does not fill the view stands in the middle of it. */
const middleOf = (scroll: number, seen: number, from: number, length: number, scale: number) =>
  from + (length * scale <= seen ? length / 2 : (scroll + seen / 2) / scale);

/** Beyond so many views the eye could not follow, and all that lies between would be drawn. */
const nearby = 2;
const isNearby = (one: Position, other: Position, distance: number): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < distance;

export type LinkedPanes = {
  /** Belongs to any one of the panes, all being of the same size. */
  measure: RefCallback<HTMLElement>;
  scale: number;
  /** What of the area is to be drawn: what is seen, and something around it; `null` at first. */
  part: Box | null;
  join: (pane: HTMLElement | null) => (() => void) | undefined;
  /** Called of the pane that a person is about to move: the others follow it. */
  lead: (pane: HTMLElement) => void;
  onScroll: (pane: HTMLElement) => void;
  canZoomIn: boolean;
  canZoomOut: boolean;
  zoomIn: () => void;
  zoomOut: () => void;
  zoomToFit: () => void;
  /** Brings a part of the area into the middle of all panes, large enough to be read. */
  fly: (box: Box) => void;
};

/**
 * Panes that look at the same area: one scale and one scroll position for all.
 */
export const useLinkedPanes = (area: Box, paneCount: number): LinkedPanes => {
  const { ref: measure, width, height } = useElementSize();
  const panes = useRef(new Set<HTMLElement>());
  // The one that is scrolled by a person, or by a flight: the others only follow it.
  const leader = useRef<HTMLElement | null>(null);
  const centre = useRef<Position>(centreOf(area));
  const [zoom, setZoom] = useState<number | null>(null);
  const [part, setPart] = useState<Box | null>(null);
  const fit =
    width > 0 ? Math.min(1, (width - rounding) / area.width, (height - rounding) / area.height) : 1;
  const scale = zoom ?? fit;

  const show = (pane: HTMLElement, behavior: ScrollBehavior): void =>
    pane.scrollTo({
      left: scrollTo(centre.current.x, area.x, scale, pane.clientWidth),
      top: scrollTo(centre.current.y, area.y, scale, pane.clientHeight),
      behavior,
    });

  const lookAt = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement): void => {
    // Before the panes are measured nothing has its scale.
    if (width === 0) return;
    const seen = {
      x: area.x + scrollLeft / scale,
      y: area.y + scrollTop / scale,
      width: clientWidth / scale,
      height: clientHeight / scale,
    };
    setPart((before) => partToDraw(before, seen, area));
  };

  const showAll = useEffectEvent(() => {
    for (const pane of panes.current) show(pane, 'instant');
    const [first] = panes.current;
    if (first) lookAt(first);
  });
  // What it shows depends on them, and it must not run, and end a flight, at any other time.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => showAll(), [scale, area, paneCount, width, height]);

  const join = useCallback((pane: HTMLElement | null) => {
    if (!pane) return undefined;
    panes.current.add(pane);
    return () => void panes.current.delete(pane);
  }, []);

  const onScroll = (pane: HTMLElement): void => {
    if (leader.current !== null && leader.current !== pane) return;
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = pane;
    centre.current = {
      x: middleOf(left, clientWidth, area.x, area.width, scale),
      y: middleOf(top, clientHeight, area.y, area.height, scale),
    };
    for (const other of panes.current) {
      if (other !== pane) other.scrollTo({ left, top, behavior: 'instant' });
    }
    lookAt(pane);
  };

  /** With what is then seen, or for a moment a part of the old size would be painted in the new. */
  const setScale = (next: number | null): void => {
    const [wide, high] = [width / (next ?? fit), height / (next ?? fit)];
    const { x, y } = centre.current;
    const seen = { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
    setZoom(next);
    setPart((before) => partToDraw(before, seen, area));
  };
  const zoomTo = (next: number): void => setScale(Math.max(fit, Math.min(largest, next)));

  return {
    measure,
    scale,
    part,
    join,
    lead: (pane: HTMLElement): void => {
      leader.current = pane;
    },
    onScroll,
    canZoomIn: scale < largest,
    canZoomOut: scale > fit,
    zoomIn: () => zoomTo(scale * zoomStep),
    zoomOut: () => zoomTo(scale / zoomStep),
    zoomToFit: () => setScale(null),

    fly: (box: Box): void => {
      const [first] = panes.current;
      if (!first) return;
      leader.current = first;
      const from = centre.current;
      centre.current = centreOf(box);
      const room = (seen: number, length: number): number => seen / (length + 2 * surroundings);
      const readable = Math.min(1, room(width, box.width), room(height, box.height));
      if (readable > scale) setScale(readable);
      else
        show(
          first,
          isNearby(from, centre.current, (width / scale) * nearby) ? 'smooth' : 'instant',
        );
    },
  };
};
