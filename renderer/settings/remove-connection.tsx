import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedConnection } from '#shared/desktop/connections.ts';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { showSettings } from './connections.ts';
import { Note } from './note.tsx';
import classes from './connection-rows.module.css';

/** Asks before a connection goes; where work was never sent, names it and offers to keep it. */
export const RemoveConnection = ({ connection: { id } }: { connection: ListedConnection }) => {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const [unsent, setUnsent] = useState(0);
  const [exported, setExported] = useState<string | null>(null);
  const back = (): void => showSettings({ kind: 'list' });

  const remove = async (): Promise<void> => {
    try {
      const outcome = await desktop.connections.remove({ id, discardUnsent: unsent > 0 });
      if (!outcome.removed) return setUnsent(outcome.unsent);
      back();
      const { keptAs: fileName } = outcome;
      if (fileName !== null) {
        notifications.show({ autoClose: false, message: t('remove.kept', { fileName }) });
      }
    } catch (error) {
      showError(error);
    }
  };

  const save = async (): Promise<void> => {
    try {
      const file = await desktop.connections.exportUnsent({ id });
      if (file) setExported(file.fileName);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <Stack gap="md">
      <p className={classes.hint}>{t('remove.text')}</p>
      {unsent > 0 && (
        <Note title={t('remove.unsent-title', { count: unsent })} tone="bad">
          <span>{t('remove.unsent')}</span>
          <Button
            leftSection={<FileDown size={14} />}
            onClick={() => void save()}
            ref={focused}
            variant="default"
          >
            {t('remove.export')}
          </Button>
          <output>{exported !== null && t('remove.exported', { fileName: exported })}</output>
        </Note>
      )}
      <Group gap="sm" justify="flex-end">
        <Button data-autofocus onClick={back} variant="default">
          {tApp('cancel')}
        </Button>
        <Button className={classes.danger} key={unsent} onClick={() => void remove()}>
          {t(unsent > 0 ? 'remove.discard' : 'remove.remove')}
        </Button>
      </Group>
    </Stack>
  );
};

/** So that a key pressed twice does not lose what was just named. */
const focused = (button: HTMLButtonElement | null): void => button?.focus();
