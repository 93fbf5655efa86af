import { useTranslation } from 'react-i18next';
import type { FoundThere as Found } from '#shared/desktop/connections.ts';
import { Note } from './note.tsx';

/** What the first read showed. */
export const FoundThere = ({ found }: { found: Found }) => {
  const { t } = useTranslation('settings');
  const { collections, threatModels, missingWriteScopes } = found;
  const text =
    collections === null || threatModels === null
      ? t('form.works')
      : t('form.works-counts', {
          collections: t('form.collections', { count: collections }),
          models: t('form.models', { count: threatModels }),
        });
  return (
    <Note tone="good">
      <span>{text}</span>
      {missingWriteScopes.length > 0 && (
        <span>{t('form.read-only', { scopes: missingWriteScopes.join(', ') })}</span>
      )}
    </Note>
  );
};
