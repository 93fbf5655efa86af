import { Button, Progress, Switch } from '@mantine/core';
import type { UpdateState } from '#shared/desktop/updates.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { relativeTime, useNow } from '../ui/relative-time.ts';
import { setUpdateChecks, takeUpdateStep, useUpdateChecks, useUpdates } from './use-updates.tsx';
import classes from './section.module.css';

/** Shows whether there is a newer version, and the next step to install it. */
export const UpdatesSection = () => {
  const { t } = useTranslation('settings');
  const state = useUpdates((known) => known.state);
  const { isOn, isManaged } = useUpdateChecks();
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{t('updates.title')}</h3>
      {state === null ? (
        <p className={classes.text}>{t('updates.none')}</p>
      ) : (
        <div className={classes.switches}>
          <Switch
            checked={isOn}
            description={isManaged && t('managed.title')}
            disabled={isManaged}
            label={t('updates.look')}
            onChange={({ currentTarget }) => setUpdateChecks(currentTarget.checked)}
          />
          {(isOn || !isManaged) && <Step {...state} />}
        </div>
      )}
    </section>
  );
};

/** The state of the update, and the button for the next step. */
const Step = ({ host, step }: NonNullable<UpdateState>) => {
  const { t, language } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const now = useNow();
  const check = (
    <Button onClick={() => takeUpdateStep('check')} variant="default">
      {t('updates.check')}
    </Button>
  );
  switch (step.name) {
    case 'idle':
      return (
        <div className={classes.actions}>
          {check}
          {step.checkedAt !== null &&
            t('updates.checked', { time: relativeTime(step.checkedAt, now, language) })}
        </div>
      );
    case 'checking':
      return (
        <div className={classes.actions}>
          <Button loading variant="default">
            {t('updates.check')}
          </Button>
          <output>{t('updates.checking', { host })}</output>
        </div>
      );
    case 'available':
      return (
        <div className={classes.actions}>
          <Button onClick={() => takeUpdateStep('download')}>{t('updates.download')}</Button>
          <output>{t('updates.available', { version: step.version })}</output>
        </div>
      );
    case 'downloading':
      return (
        <div className={classes.actions}>
          <Button onClick={() => takeUpdateStep('cancel')} variant="default">
            {tApp('cancel')}
          </Button>
          <output>{t('updates.downloading', { version: step.version })}</output>
          <Progress
            aria-label={t('updates.downloading', { version: step.version })}
            flex={1}
            miw={120}
            value={step.percent}
          />
        </div>
      );
    case 'ready':
      return (
        <div className={classes.actions}>
          <Button onClick={() => takeUpdateStep('install')}>{t('updates.install')}</Button>
          <output>{t('updates.ready', { version: step.version })}</output>
        </div>
      );
    case 'installing':
      return <output>{t('updates.installing', { version: step.version })}</output>;
    case 'failed':
      return (
        <div className={classes.actions}>
          {check}
          <span role="alert">{t(`updates.problem.${step.problem}`, { host })}</span>
        </div>
      );
  }
};
