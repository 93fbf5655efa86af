import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { VersionSource } from '#shared/desktop/versions.ts';
import { desktop } from '../app/desktop.ts';
import { inTurn } from '../app/in-turn.ts';
import { showError } from '../app/show-error.tsx';
import { announce } from '../canvas/announcements.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { componentsOf } from '../canvas/changes/remove-elements.ts';
import { Notice } from '../ui/notice.tsx';
import { restoration } from './restoration.ts';

const noticeId = 'version-restored';
const ns = 'versions' as const;

/** Makes the open canvas like a version, in one step of undo, and tells what became of records. */
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

/** Undo is offered for as long as the restoring is what it would take back. */
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
