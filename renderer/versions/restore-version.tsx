import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { RotateCcw } from 'lucide-react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { VersionContent, VersionSource } from '#shared/desktop/versions.ts';
import { componentsOf, isRecord } from '../canvas/edits/element-edits.ts';
import { announce } from '../canvas/state/announcements.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { closeCompared } from '../kernel/workspace/compared.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Notice } from '../ui/notice.tsx';
import { restoration, threatDifferences } from './restoration.ts';
import { askRestore } from './restore-dialog.tsx';

const noticeId = 'version-restored';
const ns = 'versions' as const;

/**
 * Restores a version of the open canvas in one undo step. If threats are affected, first asks what to
 * restore. Returns false if nothing was restored, because the person canceled or an error occurred.
 */
export const restoreVersion = async (
  canvasId: string,
  source: VersionSource,
  name: string,
): Promise<boolean> => {
  try {
    const { document, records } = await desktop.versions.read(source);
    const present = await inTurn(() => desktop.versions.read({ from: 'now', canvasId }));
    const { badges } = useCanvas.getState();
    const ids = [...componentsOf(document)].filter((id) => !badges?.has(id));
    const missingIds = ids.length === 0 ? [] : await desktop.versions.missingComponents({ ids });
    const choice = await askedFor(name, { document, records, present, missingIds });
    if (choice === null) return false;
    await inTurn(() => desktop.versions.keepBeforeRestore({ id: canvasId }));
    const canvas = useCanvas.getState();
    if (canvas.canvasId !== canvasId) return false;
    const untitled = i18next.t('new.processNode', { ns: 'canvas' });
    const saved =
      records && source.from === 'point'
        ? {
            version: source.id,
            records,
            present: choice === 'everything' ? present.records : null,
          }
        : null;
    const { edit, ...counts } = restoration(canvas, { document, missingIds, untitled, saved });
    if (edit.operation?.length === 0 && edit.records?.length === 0) {
      notify(i18next.t('restored.same', { ns }), false);
      return true;
    }
    canvas.commit(edit);
    const { revision } = useCanvas.getState();
    const deleted = await inTurn(() => desktop.versions.missingComponents({ ids: counts.left }));
    if (useCanvas.getState().revision === revision) {
      notify(restoredText(name, { ...counts, deleted: deleted.length }), true);
    }
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};

type Read = {
  document: CanvasDocument;
  records: VersionContent['records'];
  present: VersionContent;
  missingIds: readonly string[];
};

/**
 * Asks whether to restore threats too. If no threats are affected, returns `canvas` without asking.
 * Returns `null` if the person cancels.
 */
const askedFor = async (name: string, { document, records, present, missingIds }: Read) => {
  const savedIds = new Set(records?.map(({ id }) => id));
  const without = missingIds.filter((id) => !savedIds.has(id)).length;
  const componentIds = componentsOf(document);
  const canvas = useCanvas.getState();
  const left = [...componentsOf(canvas.document)].filter(
    (id) => !componentIds.has(id) && isRecord(canvas, id),
  );
  const differences =
    records && present.records
      ? threatDifferences({ records, present: present.records }, new Set([...left, ...missingIds]))
      : [];
  if (differences.length === 0 && without === 0) return 'canvas';
  return await askRestore({ name, differences, without });
};

type RestoreCounts = { recreated: number; returned: number; deleted: number };

const restoredText = (version: string, { recreated, returned, deleted }: RestoreCounts): string =>
  [
    i18next.t('restored.done', { ns, version }),
    returned > 0 ? i18next.t('restored.returned', { ns, count: returned }) : '',
    recreated > 0 ? i18next.t('restored.recreated', { ns, count: recreated }) : '',
    deleted > 0 ? i18next.t('restored.deleted', { ns, count: deleted }) : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Shows the result of a restore. Offers undo as long as the restore is the next undo step. */
const notify = (text: string, isUndoable: boolean): void => {
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

type Props = { canvasId: string; version: NamedVersion };

/** A button that restores a version of the open canvas. It is not shown for the current version. */
export const RestoreButton = ({ canvasId, version: { source, name } }: Props) => {
  const { t } = useTranslation('versions');
  const isOpen = useCanvas((canvas) => canvas.canvasId === canvasId);
  if (!isOpen || source.from === 'now') return null;
  const restore = async (): Promise<void> => {
    if (await restoreVersion(canvasId, source, name)) closeCompared();
  };
  return (
    <Button
      aria-label={t('compare.restore-named', { version: name })}
      leftSection={<RotateCcw size={14} />}
      onClick={() => void restore()}
      size="xs"
      variant="default"
    >
      {t('compare.restore')}
    </Button>
  );
};

/** A version that has been read, with its display name. */
export type NamedVersion = {
  source: VersionSource;
  name: string;
  document: CanvasDocument;
  records: VersionContent['records'];
};
