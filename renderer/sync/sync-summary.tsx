import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../app/in-turn.ts';
import { FetchProgress } from './fetch-progress.tsx';
import { useSyncStatus } from './sync-status.ts';

/** For the status bar: whether everything is saved here, what waits and comes, and where it goes. */
export const SyncSummary = () => {
  const { t } = useTranslation('sync');
  const status = useSyncStatus((sync) => sync.status);
  const isSaving = useUnsaved(({ count }) => count > 0);
  if (!status) return null;
  return (
    <>
      <span>{t(isSaving ? 'saving' : 'saved-here')}</span>
      {status.waiting > 0 && <span>{t('waiting-count', { count: status.waiting })}</span>}
      {status.fetching && <FetchProgress {...status.fetching} />}
      <span dir="auto">{status.connection}</span>
    </>
  );
};
