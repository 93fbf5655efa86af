import type { Managed } from '#shared/desktop/connections.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Note } from '../ui/note.tsx';

/** Says which services the person's organization allows on this computer. */
export const ManagedServices = ({ managed }: { managed: Managed }) => {
  const { t } = useTranslation('settings');
  const { allowedServices, problem } = managed;
  if (problem) {
    return (
      <Note title={t('managed.title')} tone="bad">
        <span>{t('managed.broken')}</span>
        <span dir="ltr">{t('managed.file', problem)}</span>
      </Note>
    );
  }
  if (!allowedServices) return null;
  return (
    <Note title={t('managed.title')} tone="info">
      {allowedServices.length === 0 ? (
        t('managed.none')
      ) : (
        <>
          <span>{t('managed.only')}</span>
          {allowedServices.map((service) => (
            <span dir="ltr" key={service}>
              {service}
            </span>
          ))}
        </>
      )}
    </Note>
  );
};
