import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { FileDown, FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  exportSourceOf,
  type ExportOptions,
  type ExportOrder,
  type SavedFile,
} from '#shared/desktop/exports.ts';
import type { CommandId } from '../kernel/commands/commands.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import type { NamedRecord } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import type { MenuEntry } from '../ui/menu-at.tsx';
import { Notice } from '../ui/notice.tsx';
import { askForExport, type ExportRequest } from './export-request.ts';
import { chooseImport } from './import-queue.ts';

/** The file that the person chose. */
type Target = { handle: string; fileName: string };

/**
 * Asks where to save the export of a canvas, a model, or a collection, writes the file, and shows its
 * name.
 */
export const exportFile = async (order: ExportOrder): Promise<void> => {
  try {
    const target = await desktop.exports.choose(exportSourceOf(order));
    if (target) await save(order, target);
  } catch (error) {
    showError(error);
  }
};

/**
 * The ID of the last notification about an export. The next export hides this notification, so that
 * notifications do not pile up.
 */
let lastSaved = '';

/**
 * Shows a notification with a cancel button while `make` runs. Then shows `savedMessage` in the same
 * notification.
 */
const withNotice = async (
  making: string,
  make: (signal: AbortSignal) => Promise<void>,
  savedMessage: ReactNode,
): Promise<void> => {
  const abort = new AbortController();
  notifications.hide(lastSaved);
  const id = notifications.show({
    autoClose: false,
    allowClose: false,
    loading: true,
    message: <Notice action={t('cancel')} onAction={() => abort.abort()} text={making} />,
  });
  try {
    await new Promise<void>((resolve) => whenSaved(resolve));
    await make(abort.signal);
  } catch (error) {
    notifications.hide(id);
    throw error;
  }
  lastSaved = id;
  notifications.update({
    id,
    autoClose: 15_000,
    allowClose: true,
    loading: false,
    message: savedMessage,
  });
};

/** Says once what saved files may lack. */
export const noticeLimits = (saved: readonly SavedFile[]): void => {
  const lacks = saved.map(({ lacksService }) =>
    lacksService ? t('lacks-service', { ns: 'exports' }) : null,
  );
  const found = new Set([...lacks, ...saved.map(({ notice }) => notice)]);
  for (const message of found) {
    if (message !== null) notifications.show({ autoClose: 15_000, message });
  }
};

const save = async (order: ExportOrder, { handle, fileName: file }: Target): Promise<void> =>
  await withNotice(
    t('saving', { ns: 'exports', file }),
    async (signal) => {
      remember(order);
      const saved = await desktop.exports.save({ order, handle }, { signal });
      if (saved) noticeLimits([saved]);
    },
    <Notice
      action={t('show-in-folder', { ns: 'exports' })}
      onAction={() => void desktop.exports.reveal({ handle }).catch(showError)}
      text={t('saved', { ns: 'exports', file })}
    />,
  );

/** Puts the image of a canvas on the clipboard, with the choices of the last exported image. */
const copyImage = async ({ id, title }: { id: string; title: string }): Promise<void> => {
  try {
    const { image } = await queryClient.query(queries.exports.options.queryOptions());
    await withNotice(
      t('copying', { ns: 'exports', title }),
      async (signal) => {
        const png = await desktop.exports.image({ id, options: image }, { signal });
        await navigator.clipboard.write([new ClipboardItem({ [png.type]: png })]);
      },
      t('copied', { ns: 'exports', title }),
    );
  } catch (error) {
    showError(error);
  }
};

/**
 * Puts the choices of an export into the query cache, so that the dialog starts with them even if it
 * opens again before the file is finished.
 */
export const remember = (order: ExportOrder): void => {
  queryClient.setQueryData<ExportOptions>(queries.exports.options.queryKey(), (known) => {
    if (!known) return known;
    const { kind } = order;
    if (kind === 'report') return { ...known, kind, report: order.options };
    if (kind === 'file' || kind === 'register') {
      return { ...known, kind: 'file', format: order.format };
    }
    return kind === 'image' || kind === 'svg'
      ? { ...known, kind: 'image', image: order.options }
      : known;
  });
};

/** Registers the commands that export the open canvas or model. */
export const useExportCommands = (): void => {
  const { canvas, model } = useWorkspaceLocation();
  useDialogCommand('file.export', 'last');
  useDialogCommand('file.export-report', 'report');
  useDialogCommand('file.export-image', 'image');
  useDialogCommand('file.export-svg', 'svg');
  useDialogCommand('file.export-file', 'file');
  useCommand('edit.copy-image', {
    run: () => {
      if (canvas) void copyImage(canvas);
    },
    enabled: canvas !== null,
  });
  useCommand('file.export-graph', {
    run: () => {
      if (canvas) void exportFile({ kind: 'graph', id: canvas.id });
    },
    enabled: canvas !== null,
  });
  useCommand('file.export-otm', {
    run: () => {
      if (model) void exportFile({ kind: 'otm', id: model.id });
    },
    enabled: model !== null,
  });
};

/** Registers a command that opens the export dialog with a kind of export. */
const useDialogCommand = (id: CommandId, kind: ExportRequest['kind']): void => {
  const { canvas, model, collection } = useWorkspaceLocation();
  const isOfCanvas = kind === 'image' || kind === 'svg';
  useCommand(id, {
    run: () => {
      if (model) askForExport({ kind, model, canvas, collection, scope: 'model' });
    },
    enabled: isOfCanvas ? canvas !== null : model !== null,
  });
};

/** Returns the import and export entries for the menu of a collection or threat model. */
export const useFileEntries = (): ((record: NamedRecord) => MenuEntry[]) => {
  const { t: tCollections } = useTranslation('collections');
  return ({ kind, entry }) => {
    const { id } = entry;
    const [first] = kind === 'collection' ? entry.models : [];
    return kind === 'collection'
      ? [
          {
            key: 'import',
            label: tCollections('import-here'),
            icon: <FileDown />,
            run: () => void chooseImport(id),
          },
          ...(first
            ? [
                {
                  key: 'export',
                  label: tCollections('export-all'),
                  icon: <FileUp />,
                  run: () =>
                    askForExport({
                      kind: 'last',
                      model: first,
                      canvas: null,
                      collection: entry,
                      scope: 'collection',
                    }),
                },
              ]
            : []),
        ]
      : [
          {
            key: 'export',
            label: tCollections('export-otm'),
            icon: <FileUp />,
            run: () => void exportFile({ kind: 'otm', id }),
          },
        ];
  };
};
