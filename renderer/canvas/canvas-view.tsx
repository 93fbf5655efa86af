import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { WaitingContext } from '../kernel/commands/use-command.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { errorText } from '../kernel/desktop/errors.tsx';
import {
  drawingsChanged,
  isDrawingOfOthers,
  useRecordsChanged,
} from '../kernel/desktop/record-events.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { CanvasSurface } from './canvas-surface.tsx';
import { Clipboard } from './clipboard/clipboard.tsx';
import { finishByKeys } from './keyboard/move-by-keys.ts';
import { openDrawing, useCanvas } from './state/canvas-store.ts';
import { stopGesture } from './state/gesture.ts';
import { useReportDrawn } from './state/report-drawn.ts';
import { elementIdOf, focusEdge } from './viewport/focus-element.ts';
import classes from './canvas-view.module.css';

/**
 * Shows one canvas in all of the available space. When the person opens another canvas, the one before
 * stays on the screen until the other one has been read, but does nothing.
 */
export const CanvasView = memo(({ canvasId }: { canvasId: string }) => {
  const input = { id: canvasId };
  const { data, error, refetch } = useQuery({
    queryKey: queries.canvas.open.key({ input }),
    queryFn: () => openDrawing(canvasId),
  });
  const { data: badges } = useQuery(queries.canvas.components.queryOptions({ input }));
  // The store keeps the document of the canvas that was open last. If the person returns to this
  // canvas, its ID matches at once, but the kept document may be out of date. So the canvas counts as
  // open only if the store also has the document that was just read.
  const isOpen = useCanvas(
    (state) => state.canvasId === canvasId && state.opened === data?.document,
  );
  const open = useCanvas((state) => state.open);
  const showBadges = useCanvas((state) => state.showBadges);
  const readAgain = useCanvas((state) => state.readAgain);

  useEffect(() => {
    if (data?.canvas.id === canvasId) {
      open(canvasId, data.document, data.model.id);
      if (data.asOf !== drawingsChanged()) void withFocus(readAgain);
    }
    return () => {
      finishByKeys();
      finishTyping();
      stopGesture();
    };
  }, [canvasId, data, open, readAgain]);

  useEffect(() => {
    if (isOpen && badges) showBadges(badges);
  }, [isOpen, badges, showBadges]);

  useRecordsChanged((event) => {
    if (isDrawingOfOthers(event)) void withFocus(readAgain);
  });

  const isShown = isOpen && data?.canvas.id === canvasId;
  useReportDrawn(canvasId, isShown);

  const openId = useCanvas((state) => state.canvasId);
  const openings = useCanvas((state) => state.openings);
  const mountings = useCanvas((state) => state.mountings);
  const [hasShown, setHasShown] = useState(false);
  if (isShown && !hasShown) setHasShown(true);
  if (error && hasShown) setHasShown(false);
  const waiting = useRef(false);
  useLayoutEffect(() => {
    waiting.current = !isShown;
  }, [isShown]);

  if (error) return <CanvasFailed error={error} retry={() => void refetch()} />;
  return (
    <>
      {hasShown && openId !== null && (
        <div className={classes.shown} data-canvas={openId} inert={!isShown}>
          <WaitingContext value={waiting}>
            <ReactFlowProvider key={mountings}>
              <CanvasSurface canvasId={openId} openings={openings} />
              <Clipboard key={openings} />
            </ReactFlowProvider>
          </WaitingContext>
        </div>
      )}
      {!isShown && <CanvasSkeleton />}
    </>
  );
});

/** Saves a name that is being typed, while its canvas is still open. */
const finishTyping = (): void => {
  const { activeElement } = document;
  if (activeElement instanceof HTMLTextAreaElement && elementIdOf(activeElement) !== null) {
    activeElement.blur();
  }
};

/**
 * Runs `readAgain`. If the focused element disappears, focuses the canvas, so that the keys of the
 * canvas still work.
 */
const withFocus = async (readAgain: () => Promise<void>): Promise<void> => {
  const hadFocus = elementIdOf(document.activeElement) !== null;
  await readAgain();
  if (!hadFocus) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusEdge('start');
  });
};

const CanvasFailed = ({ error, retry }: { error: Error; retry: () => void }) => {
  const { t } = useTranslation('canvas');
  return (
    <Message
      {...errorText(error)}
      action={
        <Button leftSection={<RefreshCw size={15} />} onClick={retry}>
          {t('failed.retry')}
        </Button>
      }
      icon={<TriangleAlert />}
      role="alert"
    />
  );
};

/** Shown while the canvas loads, usually for too short a time to be seen. */
const CanvasSkeleton = () => {
  const { t } = useTranslation('canvas');
  return (
    <div aria-label={t('loading')} className={classes.place} role="status">
      <div className={classes.box} />
      <div className={classes.line} />
      <div className={classes.box} />
    </div>
  );
};
