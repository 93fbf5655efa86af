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
/**
 * The space, in pixels, that stays free when the content is fitted to the panes. Sizes are rounded, so
 * without this space, content that fits one pane could need scroll bars in another.
 */
const rounding = 4;
/**
 * The space around an element, in canvas pixels, that is visible after the panes have zoomed in to the
 * element.
 */
const surroundings = 160;

/**
 * Returns the scroll offset along one axis at which the coordinate `at` is in the middle of the pane.
 */
const scrollTo = (at: number, from: number, scale: number, seen: number): number =>
  (at - from) * scale - seen / 2;

/**
 * Returns the canvas coordinate in the middle of the view. If the content is smaller than the view,
 * this is the middle of the content.
 */
const middleOf = (scroll: number, seen: number, from: number, length: number, scale: number) =>
  from + (length * scale <= seen ? length / 2 : (scroll + seen / 2) / scale);

/**
 * The longest distance over which scrolling to an element is animated, as a multiple of the visible
 * width. Over a longer distance, the panes jump, because the eye could not follow an animation, and
 * everything on the way would be painted.
 */
const nearby = 2;
const isNearby = (one: Position, other: Position, distance: number): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < distance;

export type LinkedPanes = {
  /** Attach this to any one of the panes to measure them, because they all have the same size. */
  measure: RefCallback<HTMLElement>;
  scale: number;
  /**
   * The part of the area to paint: the visible part and a margin. `null` until the panes are
   * measured.
   */
  part: Box | null;
  join: (pane: HTMLElement | null) => (() => void) | undefined;
  /** Call this for the pane that the person is about to scroll, so that the other panes follow it. */
  lead: (pane: HTMLElement) => void;
  onScroll: (pane: HTMLElement) => void;
  canZoomIn: boolean;
  canZoomOut: boolean;
  zoomIn: () => void;
  zoomOut: () => void;
  zoomToFit: () => void;
  /** Scrolls all panes to a box. If the box would be too small to read, zooms in too. */
  fly: (box: Box) => void;
};

/** Returns the shared scale and scroll position of panes that show the same area. */
export const useLinkedPanes = (area: Box, paneCount: number): LinkedPanes => {
  const { ref: measure, width, height } = useElementSize();
  const panes = useRef(new Set<HTMLElement>());
  // The pane that the person or an animation scrolls. The other panes follow it.
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

  const updatePart = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement): void => {
    // Before the panes are measured, the visible part is unknown, so it cannot be updated.
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
    if (first) updatePart(first);
  });
  // Runs only when these values change, because a call at another time would end an animation.
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
    updatePart(pane);
  };

  /**
   * Sets the scale and the visible part together. Otherwise the panes would briefly paint the old
   * part at the new scale.
   */
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
