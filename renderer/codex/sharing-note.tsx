import type { ExtensionsState } from '#shared/codex/codex-extensions.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Note } from '../ui/note.tsx';
import classes from './rules/rules.module.css';

/**
 * Tells where the rules and frameworks are stored, unless the service has all of them: only on this
 * computer, or not sent yet.
 */
export const SharingNote = ({ state: { sharing, isPending } }: { state: ExtensionsState }) => {
  const { t } = useTranslation('rules');
  if (sharing === 'local') return <Note tone="info">{t('sharing.local')}</Note>;
  if (sharing === 'refused' && isPending) return <Note tone="info">{t('sharing.refused')}</Note>;
  // Usually visible for only a moment, so it is not announced.
  if (!isPending || sharing === 'shared') return null;
  return <p className={classes.sharing}>{t('sharing.pending')}</p>;
};
