import { useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useCanvas } from '../canvas-store.ts';
import { useGesture } from '../gesture.ts';
import { everywhere } from '../shown.ts';
import { useArriving } from '../use-stage.ts';
import { fitSheet } from './fit-sheet.ts';
import { movedSheet, onLargerSheet, sheetSize } from './larger-sheet.ts';
import { useOverviewGesture } from './overview-gesture.ts';
import { paint } from './paint.ts';
import { paletteOf } from './palette.ts';
import { PointedName, PointedOutline } from './pointed-name.tsx';
import { useAnnounceSelected } from './use-announce-selected.ts';
import { useColorChange } from './use-color-change.ts';
import { useGoToEdited } from './use-go-to-edited.ts';
import { usePainting } from './use-painting.ts';
import { useFollowPointer } from './use-pointed.ts';
import classes from './overview.module.css';

/**
 * The canvas from so far that thousands of elements are seen: painted, because mounting them takes
 * seconds. React Flow, which is given nothing then, goes on being what is panned and zoomed.
 */
export const Overview = () => {
  const isLarge = useCanvas(({ region }) => region !== everywhere);
  const isShown = useCanvas(({ region }) => region === null);
  useGoToEdited();
  return (
    <>
      {/* There before it is needed, so that there is no moment with nothing to see. */}
      {isLarge && <Sheet />}
      {isShown && <Pointing />}
    </>
  );
};

/** What there is to the overview besides its picture. */
const Pointing = () => {
  useFollowPointer();
  useAnnounceSelected();
  return (
    <>
      <PointedOutline />
      <Marquee />
      <PointedName />
    </>
  );
};

/** More than this is not painted anew on every frame: what was painted is moved instead. */
const mostPerFrame = 2500;
/** So long it may be seen moved and stretched, in milliseconds after the last movement. */
const rest = 80;

const Sheet = () => {
  const flow = useStoreApi();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const sheet = useRef<HTMLCanvasElement>(null);
  const painted = useRef({ viewport: life, count: 0 });

  const paintSheet = (): void => {
    const context = sheet.current?.getContext('2d');
    if (!context || width === 0) return;
    const { document, badges, selection, region } = useCanvas.getState();
    if (region && !useArriving.getState().isArriving) {
      context.canvas.width = 0;
      return;
    }
    const size = sheetSize({ width, height });
    const ratio = window.devicePixelRatio;
    fitSheet(context.canvas, size, ratio);
    const viewport = viewportNow(flow);
    const { moving } = useOverviewGesture.getState();
    const marks = { selection, target: targetOf(useGesture.getState()), moving };
    const count = paint(
      {
        context,
        palette: paletteOf(context.canvas),
        viewport: onLargerSheet(viewport, { width, height }),
        size,
        ratio,
        isMap: false,
      },
      { document, badges, marks },
    );
    context.canvas.style.transform = '';
    painted.current = { viewport, count };
  };
  const repaint = usePainting(paintSheet);
  const repaintAtRest = usePainting(paintSheet, rest);
  useColorChange(repaint);

  useEffect(() => {
    const follow = (): void => {
      const { viewport, count } = painted.current;
      const moved = movedSheet(viewport, viewportNow(flow), flow.getState());
      if (!sheet.current || useCanvas.getState().region) return;
      if (count <= mostPerFrame || !moved) return repaint();
      sheet.current.style.transform = moved;
      repaintAtRest();
    };
    const stops = [
      flow.subscribe(({ transform }, before) => transform !== before.transform && follow()),
      useCanvas.subscribe(repaint),
      useArriving.subscribe(repaint),
      useGesture.subscribe((now, before) => targetOf(now) !== targetOf(before) && repaint()),
      useOverviewGesture.subscribe(({ moving }, before) => moving !== before.moving && repaint()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [flow, repaint, repaintAtRest]);

  return <canvas aria-hidden className={classes.sheet} data-overview ref={sheet} />;
};

type Gesture = ReturnType<typeof useGesture.getState>;
const targetOf = ({ dropTarget, connection }: Gesture): string | null =>
  dropTarget ?? connection?.target ?? null;

const life = { x: 0, y: 0, zoom: 1 };

const viewportNow = (flow: ReturnType<typeof useStoreApi>): Viewport => {
  const [x, y, zoom] = flow.getState().transform;
  return { x, y, zoom };
};

const Marquee = () => {
  const marquee = useOverviewGesture((gesture) => gesture.marquee);
  if (!marquee) return null;
  const { x, y, width, height } = marquee;
  return (
    <div
      className={classes.marquee}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    />
  );
};
