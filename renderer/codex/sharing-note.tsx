import type { ExtensionsState } from '#shared/codex/codex-extensions.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Note } from '../ui/note.tsx';
import classes from './rules/rules.module.css';

/**
 * Says why the rules and frameworks are only on this computer: the service cannot store them, the
 * service refused them, or they have not been sent yet. Shows nothing if the service has all of them.
 */
export const SharingNote = ({ state: { sharing, isPending } }: { state: ExtensionsState }) => {
  const { t } = useTranslation('rules');
  if (sharing === 'local') return <Note tone="info">{t('sharing.local')}</Note>;
  if (sharing === 'refused' && isPending) return <Note tone="info">{t('sharing.refused')}</Note>;
  // The text below is usually visible for only a moment, so screen readers do not announce it.
  if (!isPending || sharing === 'shared') return null;
  return <p className={classes.sharing}>{t('sharing.pending')}</p>;
};
