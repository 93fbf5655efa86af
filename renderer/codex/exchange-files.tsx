import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import type { CodexFormat } from '#shared/codex/codex-entry.ts';
import { readCodexFile } from '#shared/codex/codex-file.ts';
import { useExtensions } from '../kernel/codex/extensions.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { showSavedFile } from '../kernel/desktop/files.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Addition } from './adding-dialog.tsx';

const maxBytes = 20 * 2 ** 20;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Shows a notification that a file cannot be read, with the reason. */
export const noticeUnreadable = (file: string, error: unknown): void => {
  notifications.show({
    autoClose: false,
    color: 'red',
    icon: <TriangleAlert />,
    title: t('unreadable', { ns: 'codex', file }),
    message: reasonOf(error),
  });
};

/**
 * Matches file names of the Microsoft Threat Modeling Tool: templates, and models that contain a
 * template.
 */
const templateName = /\.(?:tb7|tm7)$/i;

/** Sends a template to the main process, which reads it in a thread with limited time and memory. */
const readTemplate = async (file: File): Promise<Addition> => {
  const handle = await window.desktop.fileHandle(file);
  try {
    return await desktop.imports.codexTemplate({ handle });
  } finally {
    desktop.imports.release({ handle }).catch(() => undefined);
  }
};

/** Reads a file of codex entries. If the file cannot be read, shows the reason and returns `null`. */
export const readImport = async (file: File): Promise<Addition | null> => {
  try {
    if (file.size > maxBytes) throw new Error(t('too-large', { ns: 'codex' }));
    return templateName.test(file.name)
      ? await readTemplate(file)
      : { fileName: file.name, ...readCodexFile(await file.text()) };
  } catch (error) {
    noticeUnreadable(file.name, error);
    return null;
  }
};

/**
 * Returns the number of rules and frameworks. A CSV file leaves them out, because each row of the file
 * is a codex entry.
 */
const countLeftOut = (): number => {
  const { rules = [], frameworks = [] } = useExtensions.getState().state?.document ?? {};
  return rules.length + frameworks.length;
};

/** Shows a notification that a CSV file lacks rules and frameworks, and offers a complete JSON file. */
const noticeLeftOut = (count: number): void => {
  const id = 'codex-left-out';
  notifications.show({
    id,
    autoClose: false,
    message: (
      <Notice
        action={t('export-json', { ns: 'codex' })}
        onAction={() => {
          notifications.hide(id);
          void exportCodex('json');
        }}
        text={t('left-out', { ns: 'codex', count })}
      />
    ),
  });
};

/**
 * Asks where to save the codex, exports all entries, and shows the file name. For CSV, also shows how
 * many rules and frameworks are missing from the file.
 */
export const exportCodex = async (format: CodexFormat): Promise<void> => {
  try {
    const file = await desktop.codex.exportFile({ format });
    if (!file) return;
    showSavedFile({
      handle: file.handle,
      text: t('exported', { ns: 'codex', file: file.fileName }),
      action: t('show-in-folder', { ns: 'codex' }),
    });
    const leftOut = format === 'csv' ? countLeftOut() : 0;
    if (leftOut > 0) noticeLeftOut(leftOut);
  } catch (error) {
    showError(error);
  }
};
