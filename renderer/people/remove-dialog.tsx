import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Person } from '#shared/desktop/people.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { nameOf } from './people.ts';
import { refreshPeople } from './use-people.ts';

type Props = {
  person: Person | null;
  people: readonly Person[];
  meId: string | null;
  onClose: () => void;
};

/** Deletes a user, after asking who gets the user's collections. */
export const RemoveDialog = ({ person, people, meId, onClose }: Props) => {
  const { t } = useTranslation('people');
  return (
    <Modal
      onClose={onClose}
      opened={person !== null}
      size={440}
      title={person ? t('remove.title', { name: nameOf(person) }) : ''}
    >
      {person && <RemoveForm meId={meId} onClose={onClose} people={people} person={person} />}
    </Modal>
  );
};

type FormProps = Props & { person: Person };

const RemoveForm = ({ person, people, meId, onClose }: FormProps) => {
  const { t } = useTranslation('people');
  const { t: tApp } = useTranslation();
  const heirs = people.filter(({ id, isEnabled }) => id !== person.id && isEnabled);
  const [recipientId, setRecipient] = useState(heirs.find(({ id }) => id === meId)?.id ?? null);
  const [isRemoving, setRemoving] = useState(false);

  const remove = async (): Promise<void> => {
    if (recipientId === null) return;
    setRemoving(true);
    try {
      await desktop.people.remove({ id: person.id, recipientId });
      notifications.show({ message: t('remove.done', { name: nameOf(person) }) });
      onClose();
    } catch (error) {
      showError(error);
    }
    await refreshPeople();
    setRemoving(false);
  };

  return (
    <Stack gap="md">
      <Text>{t('remove.text')}</Text>
      <Select
        data={heirs.map((each) => ({
          value: each.id,
          label: `${nameOf(each)} (${each.email})`,
        }))}
        label={t('remove.recipient')}
        limit={100}
        onChange={setRecipient}
        searchable
        value={recipientId}
      />
      <DialogFooter>
        <Button data-autofocus onClick={onClose} variant="default">
          {tApp('cancel')}
        </Button>
        <Button
          color="red"
          disabled={recipientId === null}
          loading={isRemoving}
          onClick={() => void remove()}
        >
          {t('remove.remove')}
        </Button>
      </DialogFooter>
    </Stack>
  );
};
