import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FoundThere as Found } from '#shared/desktop/connections.ts';
import { showSettings } from './connections.ts';
import { FoundThere } from './found-there.tsx';
import { switchConnection } from './switch-connection.ts';

type ConnectionAddedProps = { added: { id: string; found: Found | null }; name: string };

/** What the first read of a new connection showed, and the way there. */
export const ConnectionAdded = ({ added: { id, found }, name }: ConnectionAddedProps) => {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="md">
      <strong dir="auto">{t('form.added', { name })}</strong>
      {found && <FoundThere found={found} />}
      <Group gap="sm" justify="flex-end">
        <Button onClick={() => showSettings({ kind: 'list' })} variant="default">
          {t('form.done')}
        </Button>
        <Button data-autofocus onClick={() => void switchConnection(id)}>
          {t('form.open')}
        </Button>
      </Group>
    </Stack>
  );
};
