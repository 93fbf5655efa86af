import { useStore, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useCanvas } from '../canvas-store.ts';
import { useGesture } from '../gesture.ts';
import { everywhere } from '../shown.ts';
import { fitSheet } from './fit-sheet.ts';
import { useOverviewGesture } from './overview-gesture.ts';
import { paint } from './paint.ts';
import { paletteOf } from './palette.ts';
import { PointedName } from './pointed-name.tsx';
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
      <Marquee />
      <PointedName />
    </>
  );
};

const Sheet = () => {
  const flow = useStoreApi();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const sheet = useRef<HTMLCanvasElement>(null);

  const repaint = usePainting(() => {
    const context = sheet.current?.getContext('2d');
    if (!context || width === 0) return;
    const ratio = window.devicePixelRatio;
    const { document, badges, selection, region } = useCanvas.getState();
    if (region) {
      context.canvas.width = 0;
      return;
    }
    fitSheet(context.canvas, { width, height }, ratio);
    const [x, y, zoom] = flow.getState().transform;
    const { hovered, dropTarget, connection } = useGesture.getState();
    const target = dropTarget ?? connection?.target ?? null;
    const { moving } = useOverviewGesture.getState();
    paint(
      {
        context,
        palette: paletteOf(context.canvas),
        viewport: { x, y, zoom },
        size: { width, height },
        ratio,
        isMap: false,
      },
      { document, badges, marks: { selection, hovered, target, moving } },
    );
  });

  useColorChange(repaint);

  useEffect(() => {
    const stops = [
      flow.subscribe(({ transform }, before) => transform !== before.transform && repaint()),
      useCanvas.subscribe(repaint),
      useGesture.subscribe(repaint),
      useOverviewGesture.subscribe(({ moving }, before) => moving !== before.moving && repaint()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [flow, repaint]);

  return <canvas aria-hidden className={classes.sheet} data-overview ref={sheet} />;
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
