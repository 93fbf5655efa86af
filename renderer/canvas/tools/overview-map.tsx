import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useRef, type PointerEvent, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCanvas } from '../canvas-store.ts';
import { fitSheet } from '../overview/fit-sheet.ts';
import { paint } from '../overview/paint.ts';
import { paletteOf } from '../overview/palette.ts';
import { useColorChange } from '../overview/use-color-change.ts';
import { usePainting } from '../overview/use-painting.ts';
import { noSelection } from '../select.ts';
import { viewOf } from '../view-box.ts';
import { mapSize, mapViewport } from './map-viewport.ts';
import classes from './overview-map.module.css';

/** The map is looked at when the hand rests, and painting it must not hold up what the hand does. */
const quiet = 300;

const noMarks = { selection: noSelection, target: null, moving: null };

const mapNow = (): Viewport => mapViewport(useCanvas.getState().document);

/** All of the canvas in small, and what is seen of it, which can be moved there. */
export const OverviewMap = () => {
  const { t } = useTranslation('canvas');
  const { getZoom, setCenter, zoomTo } = useReactFlow();
  const flow = useStoreApi();
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

  const repaint = usePainting(() => {
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
  }, quiet);
  useColorChange(repaint);

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
    // For the mouse only: the keys have the commands for zooming, and walk from element to element.
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
