import { Button, Group, Modal, NativeSelect, Stack, Switch, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { GivenScope, Refusal } from '#shared/desktop/people.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { errorText } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Note } from '../ui/note.tsx';
import { givenRoles, isGivenRole, type GivenRole } from './people.ts';
import { readPeople, type ReadPeople } from './read-people.ts';
import { ScopesField } from './scopes-field.tsx';
import { refreshPeople } from './use-people.ts';
import classes from './people.module.css';

const maxBytes = 5 * 2 ** 20;
const maxProblems = 8;

type Props = { opened: boolean; onClose: () => void };

/**
 * Invites people, or adds them without an invitation. The people are typed, pasted, or read from a CSV
 * file.
 */
export const AddPeopleDialog = ({ opened, onClose }: Props) => {
  const { t } = useTranslation('people');
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onClose}
      opened={opened}
      size={560}
      title={t('add.title')}
    >
      <AddForm onClose={onClose} />
    </Modal>
  );
};

type Outcome = { refused: Refusal[] } | { error: unknown } | null;
type Sent = { people: ReadPeople['people']; role: GivenRole; scopes: GivenScope[] };

const invite = async ({ people, role, scopes }: Sent): Promise<Refusal[]> =>
  await desktop.people.change({
    action: 'invite',
    people: people.map(({ email, firstName, lastName, role: own }) => {
      const given = own ?? role;
      return { email, firstName, lastName, role: given, scopes: given === 'admin' ? scopes : [] };
    }),
  });

/**
 * Returns the role for a person who is added without an invitation. An admin becomes a user, because an
 * admin needs scopes, and only an invitation can contain scopes.
 */
const withoutAdmins = (role: GivenRole): Exclude<GivenRole, 'admin'> =>
  role === 'admin' ? 'user' : role;

const add = async ({ people, role }: Sent): Promise<Refusal[]> =>
  await desktop.people.change({
    action: 'add',
    people: people.map(({ email, firstName, lastName, role: own }) => ({
      email,
      firstName,
      lastName,
      role: withoutAdmins(own ?? role),
    })),
  });

const AddForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('people');
  const { t: tApp } = useTranslation();
  const [text, setText] = useState('');
  const [role, setRole] = useState<GivenRole>('user');
  const [scopes, setScopes] = useState<GivenScope[]>([]);
  const [invites, setInvites] = useState(true);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const file = useRef<HTMLInputElement>(null);
  const read = useMemo(() => readPeople(text), [text]);
  const { people, problems } = read;
  const hasAdmins = people.some((each) => (each.role ?? role) === 'admin');
  const lacksScopes = hasAdmins && scopes.length === 0;

  const send = async (): Promise<void> => {
    setSending(true);
    setOutcome(null);
    try {
      const refused = await (invites ? invite : add)({ people, role, scopes });
      const count = people.length - refused.length;
      if (count > 0) {
        notifications.show({ message: t(invites ? 'add.invited' : 'add.added', { count }) });
        await refreshPeople();
      }
      if (refused.length === 0 && problems.length === 0) return onClose();
      // The remaining lines stay in the field, so that the person can correct them and send them again.
      setText(remaining(text, read, refused));
      setOutcome({ refused });
    } catch (error) {
      setOutcome({ error });
    }
    setSending(false);
  };

  const open = async (chosen: File): Promise<void> => {
    if (chosen.size > maxBytes) setOutcome({ error: new Error(t('add.too-large')) });
    else setText(await chosen.text());
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="md">
        <Textarea
          autosize
          data-autofocus
          description={t('add.how')}
          label={t('add.people')}
          maxRows={10}
          minRows={4}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          placeholder={t('add.example')}
          spellCheck={false}
          value={text}
        />
        <Group justify="space-between">
          <Button
            leftSection={<FileUp size={15} />}
            onClick={() => file.current?.click()}
            size="xs"
            variant="default"
          >
            {t('add.file')}
          </Button>
          <span className={classes.dimmed} role="status">
            {text.trim() !== '' && t('add.found', { count: people.length })}
          </span>
        </Group>
        <input
          accept=".csv,.txt"
          aria-label={t('add.file')}
          hidden
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void open(chosen);
            currentTarget.value = '';
          }}
          ref={file}
          type="file"
        />
        {problems.length > 0 && <Problems read={read} />}
        <NativeSelect
          data={givenRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          description={t(`role-means.${role}`)}
          label={t('add.role')}
          onChange={({ currentTarget: { value } }) => {
            if (isGivenRole(value)) setRole(value);
          }}
          value={role}
        />
        {hasAdmins && invites && <ScopesField onChange={setScopes} scopes={scopes} />}
        <Switch
          checked={invites}
          description={hasAdmins && !invites ? t('add.no-admins') : t('add.invitation-means')}
          label={t('add.invitation')}
          onChange={({ currentTarget }) => setInvites(currentTarget.checked)}
        />
        {outcome && <OutcomeNote outcome={outcome} />}
        <DialogFooter>
          <Button onClick={onClose} variant="default">
            {tApp('cancel')}
          </Button>
          <Button
            disabled={people.length === 0 || (invites && lacksScopes)}
            loading={isSending}
            type="submit"
          >
            {people.length === 0
              ? t('add.title')
              : t(invites ? 'add.invite' : 'add.add', { count: people.length })}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};

const Problems = ({ read: { problems } }: { read: ReadPeople }) => {
  const { t } = useTranslation('people');
  return (
    <Note title={t('add.unread', { count: problems.length })} tone="bad">
      <ul className={classes.problems}>
        {problems.slice(0, maxProblems).map(({ line, reason }) => (
          <li key={line}>{t('add.line', { line, reason: t(`add.reason.${reason}`) })}</li>
        ))}
      </ul>
      {problems.length > maxProblems &&
        t('add.more-problems', { count: problems.length - maxProblems })}
    </Note>
  );
};

const OutcomeNote = ({ outcome }: { outcome: NonNullable<Outcome> }) => {
  const { t } = useTranslation('people');
  if ('error' in outcome) {
    const { title, detail } = errorText(outcome.error);
    return <Note tone="bad">{detail ?? title}</Note>;
  }
  const { refused } = outcome;
  if (refused.length === 0) return null;
  return (
    <Note title={t('refused', { count: refused.length })} tone="bad">
      <ul className={classes.problems}>
        {refused.slice(0, maxProblems).map(({ who, reason }) => (
          <li key={who}>{`${who}: ${reason}`}</li>
        ))}
      </ul>
    </Note>
  );
};

/**
 * Returns the lines to correct: those of people whom the service refused, and those that could not be
 * read.
 */
const remaining = (
  text: string,
  { people, problems }: ReadPeople,
  refused: readonly Refusal[],
): string => {
  const addresses = new Set(refused.map(({ who }) => who));
  const addedLines = new Set(
    people.filter(({ email }) => !addresses.has(email)).map(({ line }) => line),
  );
  const left = text.split(/\r?\n/).filter((_, index) => !addedLines.has(index + 1));
  const hasMore = addresses.size > 0 || problems.length > 0;
  return hasMore ? left.join('\n') : '';
};
