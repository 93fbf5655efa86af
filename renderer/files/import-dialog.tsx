import { Modal } from '@mantine/core';
import { useCommand } from '../kernel/commands/use-command.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ImportFile } from './import-file.tsx';
import { chooseImport, enqueueImport, finishImport, useImportQueue } from './import-queue.ts';
import { closeReport, ImportReport, useShownReport } from './import-report.tsx';
import { MergeDialog, type ImportReviewer } from './merge-dialog.tsx';

/**
 * Imports the queued files one after another. Also shows the report of an earlier import. `review` shows
 * what a merge into a model changes.
 */
export const ImportDialog = ({ review }: { review: ImportReviewer }) => {
  const { t } = useTranslation('exports');
  const { collection } = useWorkspaceLocation();
  const { waiting, merging } = useImportQueue();
  const report = useShownReport((state) => state.report);
  const collectionId = collection?.id ?? null;
  const [current] = waiting;

  useCommand('file.import', { run: () => void chooseImport(collectionId) });
  useAnnouncements(desktop.imports.received, ({ handle }) =>
    enqueueImport({ handle, collectionId }),
  );

  return (
    <>
      <Modal
        closeOnClickOutside={false}
        onClose={() => {
          if (current) finishImport(current);
        }}
        opened={current !== undefined && !merging}
        size={560}
        title={t('import.title')}
      >
        {current && !merging && (
          <ImportFile
            following={waiting.length - 1}
            key={current.handle}
            onDone={() => finishImport(current)}
            waiting={current}
          />
        )}
      </Modal>
      <MergeDialog merging={merging} review={review} />
      <Modal
        onClose={closeReport}
        opened={report !== null && !current}
        size={560}
        title={report?.fileName ?? t('report.title')}
      >
        {report && <ImportReport models={report.models} />}
      </Modal>
    </>
  );
};
