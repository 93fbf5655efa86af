import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { changeThreats } from './change-threats.ts';

type Props = {
  numbers: readonly number[];
  title: string;
  close: () => void;
};

/**
 * A form that accepts threats. It asks why, by whom, and until when they are accepted. Only the reason
 * is required. A field that is left empty does not change the threats.
 */
export const AcceptanceForm = ({ numbers, title, close }: Props) => {
  const { t } = useTranslation(['register', 'threats']);
  const [reason, setReason] = useState('');
  const [by, setBy] = useState('');
  const [until, setUntil] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    close();
    const values = {
      status: 'accepted',
      accepted_reason: reason.trim(),
      ...(by.trim() !== '' && { accepted_by: by.trim() }),
      ...(until !== '' && { accepted_until: `${until}T00:00:00.000Z` }),
    };
    void changeThreats(numbers, 'threats.label.status', ({ id }) => [
      { op: 'update', kind: 'threat', id, values },
    ]);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {title !== '' && (
          <Text c="dimmed" dir="auto">
            {title}
          </Text>
        )}
        <Textarea
          autosize
          data-autofocus
          label={t('threats:field.accepted-reason')}
          maxRows={8}
          minRows={2}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          placeholder={t('threats:placeholder.accepted-reason')}
          value={reason}
        />
        <TextInput
          label={t('threats:field.accepted-by')}
          maxLength={500}
          onChange={({ currentTarget }) => setBy(currentTarget.value)}
          value={by}
        />
        <TextInput
          label={t('threats:field.accepted-until')}
          max="2999-12-31"
          min="1970-01-01"
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          type="date"
          value={until}
        />
        <DialogFooter>
          <Button onClick={close} variant="default">
            {t('cancel')}
          </Button>
          <Button disabled={reason.trim() === ''} type="submit">
            {t('accept')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};
