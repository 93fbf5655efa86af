import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, queries } from '../app/desktop.ts';
import { errorText } from '../app/error-text.ts';
import { useAnnouncements } from '../app/use-announcements.ts';
import { Message } from '../ui/message.tsx';
import { CanvasSkeleton } from './canvas-skeleton.tsx';
import { useCanvas } from './canvas-store.ts';
import { CanvasSurface } from './canvas-surface.tsx';
import { Clipboard } from './clipboard/clipboard.tsx';
import { elementIdOf, focusEdge } from './focus-element.ts';
import { stopGesture } from './gesture.ts';
import { openDrawing } from './open-drawing.ts';

/** The drawing of one canvas; fills its box. */
export const CanvasView = ({ canvasId }: { canvasId: string }) => {
  const input = { id: canvasId };
  const { data, error, refetch } = useQuery({
    queryKey: queries.canvas.open.key({ input }),
    queryFn: () => openDrawing(canvasId),
  });
  const { data: badges } = useQuery(queries.canvas.components.queryOptions({ input }));
  const isOpen = useCanvas((state) => state.canvasId === canvasId);
  const open = useCanvas((state) => state.open);
  const showBadges = useCanvas((state) => state.showBadges);
  const readAgain = useCanvas((state) => state.readAgain);

  useEffect(() => {
    if (data?.canvas.id === canvasId) open(canvasId, data.document, data.model.id);
    return () => void stopGesture();
  }, [canvasId, data, open]);

  useEffect(() => {
    if (isOpen && badges) showBadges(badges);
  }, [isOpen, badges, showBadges]);

  useAnnouncements(
    desktop.news,
    ({ kinds, origin }) => {
      // What a person does here is shown before it is stored.
      if (origin === 'sync' && kinds.includes('canvas')) void withFocus(readAgain);
    },
    () => void withFocus(readAgain),
  );

  if (error) return <CanvasFailed error={error} retry={() => void refetch()} />;
  if (!isOpen || data?.canvas.id !== canvasId) return <CanvasSkeleton />;
  return (
    <ReactFlowProvider key={canvasId}>
      <CanvasSurface canvasId={canvasId} />
      <Clipboard />
    </ReactFlowProvider>
  );
};

/** Others may have taken away what had the focus: the keys of the canvas go on working. */
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
