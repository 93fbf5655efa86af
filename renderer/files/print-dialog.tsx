import { Button, Modal, SegmentedControl, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { create } from 'zustand';
import type { PrintOrder } from '#shared/desktop/prints.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { onLeaveConnection } from '../kernel/connection/connections.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed, showError } from '../kernel/desktop/errors.tsx';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import type { CanvasEntry, ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Loading } from '../ui/message.tsx';
import { PrintPreview } from './print-preview.tsx';
import classes from './print-dialog.module.css';

/** The model to print. `canvas` is its open canvas, or `null` if no canvas is open. */
type PrintRequest = { model: ModelEntry; canvas: CanvasEntry | null };

const usePrintRequest = create<{ request: PrintRequest | null }>(() => ({ request: null }));
const closePrint = (): void => usePrintRequest.setState({ request: null });

onLeaveConnection(closePrint);

/** Shows a preview of the pages before the print dialog of the system opens. */
export const PrintDialog = () => {
  const { t } = useTranslation('exports');
  const request = usePrintRequest((state) => state.request);
  return (
    <Modal onClose={closePrint} opened={request !== null} size={900} title={t('print.title')}>
      {request && <Print key={request.model.id} request={request} />}
    </Modal>
  );
};

const Print = ({ request: { model, canvas } }: { request: PrintRequest }) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  const [kind, setKind] = useState<PrintOrder['kind']>(canvas ? 'canvas' : 'report');
  const [isPrinting, setPrinting] = useState(false);
  const id = kind === 'canvas' && canvas ? canvas.id : model.id;
  const { data, error, refetch } = useQuery(
    queries.prints.prepare.queryOptions({
      input: { kind, id },
      gcTime: 0,
      staleTime: Infinity,
      retry: false,
    }),
  );
  const print = async (): Promise<void> => {
    if (!data) return;
    setPrinting(true);
    try {
      const { result } = await desktop.prints.run({ handle: data.handle });
      if (result === 'printed') {
        closePrint();
        notifications.show({ message: t('print.done') });
      }
    } catch (failure) {
      showError(failure);
    } finally {
      setPrinting(false);
    }
  };
  return (
    <>
      {canvas && (
        <SegmentedControl
          aria-label={t('print.what')}
          data={[
            { value: 'canvas', label: t('export.this-canvas') },
            { value: 'report', label: t('export.kind.report') },
          ]}
          disabled={isPrinting}
          fullWidth
          onChange={(value) => setKind(value === 'report' ? 'report' : 'canvas')}
          value={kind}
        />
      )}
      {data ? (
        <PrintPreview html={data.html} label={t('print.preview')} />
      ) : (
        <div className={classes.preview}>
          {error ? (
            <LoadFailed error={error} retry={() => void refetch()} />
          ) : (
            <Loading label={t('print.preparing')}>
              <Skeleton height="var(--page-height)" />
            </Loading>
          )}
        </div>
      )}
      <DialogFooter>
        <Button onClick={closePrint} variant="default">
          {tApp('cancel')}
        </Button>
        <Button data-autofocus disabled={!data || isPrinting} onClick={() => void print()}>
          {t('print.run')}
        </Button>
      </DialogFooter>
    </>
  );
};

/** Registers the command that prints the open canvas or model. */
export const usePrintCommand = (): void => {
  const { canvas, model } = useWorkspaceLocation();
  useCommand('file.print', {
    run: () => {
      if (model) usePrintRequest.setState({ request: { model, canvas } });
    },
    enabled: model !== null,
  });
};
