import { getViewportForBounds, useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useRef, type PointerEvent, type WheelEvent } from 'react';
import { create } from 'zustand';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { paint } from '../overview/paint.ts';
import { paletteOf } from '../overview/palette.ts';
import { fitSheet } from '../overview/sheet.ts';
import { useDisplayChange, usePainting } from '../overview/use-painting.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { noSelection } from '../state/selection.ts';
import { useIsAllVisible } from '../viewport/use-all-seen.ts';
import { viewOf } from '../viewport/view-box.ts';
import classes from './overview-map.module.css';

/**
 * Above this number of elements, painting the minimap takes longer than a frame. So the repaint
 * waits for `quiet` milliseconds without input, and does not delay gestures.
 */
const maxPerFrame = 1500;
const quiet = 300;

const noMarks = { selection: noSelection, target: null, moving: null };

const mapNow = (): Viewport => mapViewport(useCanvas.getState().document);

/**
 * Tells if the person wants to see the map, for all canvases until the window is closed. `null` before the
 * person has shown or hidden it.
 */
export const useMapChoice = create<{ isOn: boolean | null }>(() => ({ isOn: null }));

/** A small map of the whole canvas, hidden while the whole canvas is in view. */
export const OverviewMap = () => (useIsAllVisible() ? null : <DrawnMap />);

/** The minimap with a frame around the visible part, which the person can drag. */
const DrawnMap = () => {
  const { t } = useTranslation('canvas');
  const { getZoom, setCenter, zoomTo } = useReactFlow();
  const flow = useStoreApi();
  const isLarge = useCanvas(
    ({ document }) => document.nodes.length + document.edges.length > maxPerFrame,
  );
  const sheet = useRef<HTMLCanvasElement>(null);
  const view = useRef<HTMLDivElement>(null);

  const showView = usePainting(() => {
    const { transform, width, height } = flow.getState();
    const [x, y, zoom] = transform;
    const map = mapNow();
    const seen = viewOf({ x, y, zoom }, { width, height });
    const { style } = view.current ?? {};
    if (!style) return;
    style.inlineSize = `${seen.width * map.zoom}px`;
    style.blockSize = `${seen.height * map.zoom}px`;
    style.transform = `translate(${seen.x * map.zoom + map.x}px, ${seen.y * map.zoom + map.y}px)`;
  });

  const repaint = usePainting(
    () => {
      const context = sheet.current?.getContext('2d');
      if (!context) return;
      const { document, badges } = useCanvas.getState();
      const ratio = window.devicePixelRatio;
      fitSheet(context.canvas, mapSize, ratio);
      const palette = paletteOf(context.canvas);
      const viewport = mapNow();
      paint(
        { context, palette, viewport, size: mapSize, ratio, isMap: true },
        { document, badges, marks: noMarks },
      );
      showView();
    },
    isLarge ? quiet : 0,
  );
  useDisplayChange(repaint);

  useEffect(() => {
    const stops = [
      useCanvas.subscribe(({ document, badges }, before) => {
        if (document !== before.document || badges !== before.badges) repaint();
      }),
      flow.subscribe(showView),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [flow, repaint, showView]);

  const goTo = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const { x, y, zoom } = mapNow();
    void setCenter((clientX - left - x) / zoom, (clientY - top - y) / zoom, { zoom: getZoom() });
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    goTo(event);
  };
  const move = (event: PointerEvent): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
  };
  const wheel = ({ deltaY }: WheelEvent): void => void zoomTo(getZoom() * 2 ** (-deltaY / 500));

  return (
    // The minimap handles only the mouse, because keyboard users have the zoom commands and can move
    // between elements.
    <div
      aria-label={t('zoom.map')}
      className={classes.map}
      onPointerDown={press}
      onPointerMove={move}
      onWheel={wheel}
      role="img"
      style={{ inlineSize: mapSize.width, blockSize: mapSize.height }}
    >
      <canvas className={classes.sheet} ref={sheet} />
      <div className={classes.view} ref={view} />
    </div>
  );
};

const mapSize = { width: 176, height: 116 };

const margin = '8px';

/** Returns the viewport that shows the whole canvas in the minimap. */
const mapViewport = (document: CanvasDocument): Viewport => {
  const bounds = boundsOf(document);
  if (!bounds) return { x: 0, y: 0, zoom: 0.1 };
  const { width, height } = mapSize;
  return getViewportForBounds(bounds, width, height, 0.0001, 0.2, margin);
};
