import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { VersionSource } from '#shared/desktop/versions.ts';
import { componentsOf } from '../canvas/edits/element-edits.ts';
import { announce } from '../canvas/state/announcements.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { closeCompared } from '../kernel/workspace/compared.ts';
import { Notice } from '../ui/notice.tsx';
import { restoration } from './restoration.ts';

const noticeId = 'version-restored';
const ns = 'versions' as const;

/**
 * Restores a version of the open canvas in one undo step and tells what happened to the records.
 */
export const restoreVersion = async (
  canvasId: string,
  source: VersionSource,
  name: string,
): Promise<void> => {
  try {
    const { document } = await desktop.versions.read(source);
    await inTurn(() => desktop.versions.keepBeforeRestore({ id: canvasId }));
    const { badges } = useCanvas.getState();
    const ids = [...componentsOf(document)].filter((id) => !badges?.has(id));
    const gone = ids.length === 0 ? [] : await desktop.versions.goneComponents({ ids });
    const canvas = useCanvas.getState();
    if (canvas.canvasId !== canvasId) return;
    const untitled = i18next.t('new.processNode', { ns: 'canvas' });
    const { edit, recreated, left } = restoration(canvas, { document, gone, untitled });
    if (edit.operation?.length === 0 && edit.records?.length === 0) {
      tell(i18next.t('restored.same', { ns }), false);
      return;
    }
    canvas.commit(edit);
    const { revision } = useCanvas.getState();
    const deleted = await inTurn(() => desktop.versions.goneComponents({ ids: left }));
    if (useCanvas.getState().revision !== revision) return;
    tell(doneText(name, { recreated, deleted: deleted.length }), true);
  } catch (error) {
    showError(error);
  }
};

const doneText = (version: string, counts: { recreated: number; deleted: number }): string =>
  [
    i18next.t('restored.done', { ns, version }),
    counts.recreated > 0 ? i18next.t('restored.recreated', { ns, count: counts.recreated }) : '',
    counts.deleted > 0 ? i18next.t('restored.deleted', { ns, count: counts.deleted }) : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Offers undo while the restore is the next undo step. */
const tell = (text: string, isUndoable: boolean): void => {
  announce(text);
  notifications.hide(noticeId);
  const { revision } = useCanvas.getState();
  const stop = useCanvas.subscribe((canvas) => {
    if (canvas.revision !== revision) notifications.hide(noticeId);
  });
  const undo = (): void => {
    notifications.hide(noticeId);
    void useCanvas.getState().undo();
  };
  notifications.show({
    id: noticeId,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': i18next.t('close', { ns }) },
    message: isUndoable ? (
      <Notice action={i18next.t('undo', { ns })} onAction={undo} text={text} />
    ) : (
      text
    ),
    onClose: stop,
  });
};

type Props = { canvasId: string; version: ShownVersion };

/** Restores a version of the open canvas. Not shown for the current version. */
export const RestoreButton = ({ canvasId, version: { source, name } }: Props) => {
  const { t } = useTranslation('versions');
  const isOpen = useCanvas((canvas) => canvas.canvasId === canvasId);
  if (!isOpen || source.from === 'now') return null;
  return (
    <Button
      aria-label={t('compare.restore-named', { version: name })}
      leftSection={<RotateCcw size={14} />}
      onClick={() => void restoreVersion(canvasId, source, name).then(closeCompared)}
      size="xs"
      variant="default"
    >
      {t('compare.restore')}
    </Button>
  );
};

/** A version that has been read, with its display name. */
export type ShownVersion = { source: VersionSource; name: string; document: CanvasDocument };
