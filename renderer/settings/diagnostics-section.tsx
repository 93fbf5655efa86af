import { Button } from '@mantine/core';
import { useState } from 'react';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './section.module.css';

/** Saves a file with facts about the app, for people who help to find a fault. */
export const DiagnosticsSection = () => {
  const { t } = useTranslation('settings');
  const [fileName, setFileName] = useState<string | null>(null);

  const save = async (): Promise<void> => {
    try {
      const file = await desktop.storage.saveDiagnostics();
      if (file) setFileName(file.fileName);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{t('diagnostics.title')}</h3>
      <p className={classes.text}>{t('diagnostics.text')}</p>
      <div className={classes.actions}>
        <Button onClick={() => void save()} variant="default">
          {t('diagnostics.save')}
        </Button>
        <output>{fileName !== null && t('diagnostics.saved', { fileName })}</output>
      </div>
    </section>
  );
};
