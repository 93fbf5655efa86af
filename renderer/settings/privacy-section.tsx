import { Button } from '@mantine/core';
import { thisComputer } from '#shared/desktop/connections.ts';
import {
  openConnectionOf,
  showSection,
  useConnectionName,
  useConnections,
} from '../kernel/connection/connections.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { useUpdateChecks, useUpdates } from './use-updates.tsx';
import classes from './section.module.css';

const points = ['local', 'service', 'secrets', 'nothing-else', 'protection'] as const;

/** Says which data leaves this computer. */
export const PrivacySection = () => {
  const { t } = useTranslation('settings');
  const nameOf = useConnectionName();
  const list = useConnections((state) => state.list);
  const updates = useUpdates((known) => known.state);
  const { isOn } = useUpdateChecks();
  const open = list && openConnectionOf(list);
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{t('privacy.title')}</h3>
      {open && (
        <p className={classes.text} dir="auto">
          {open.id === thisComputer.id
            ? t('privacy.now-here')
            : t('privacy.now-service', { name: nameOf(open), address: open.baseUrl })}
        </p>
      )}
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>{t(`privacy.${point}`)}</li>
        ))}
        {updates && isOn && <li>{t('privacy.updates', { host: updates.host })}</li>}
      </ul>
      <Button onClick={() => showSection('connections')} variant="default">
        {t('privacy.connections')}
      </Button>
    </section>
  );
};
