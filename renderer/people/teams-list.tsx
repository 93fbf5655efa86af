import { ActionIcon, Button, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import type { Person, Team } from '#shared/desktop/people.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Message } from '../ui/message.tsx';
import { nameOf } from './people.ts';
import { refreshPeople } from './use-people.ts';
import classes from './people.module.css';

/** A team to edit. A new team has no ID. */
export type EditedTeam = Pick<Team, 'title' | 'members'> & { id: string | null };

type Props = { teams: readonly Team[]; mayChange: boolean; onEdit: (team: EditedTeam) => void };

/** The teams of the service. A team can get access to collections, like a person. */
export const TeamsList = ({ teams, mayChange, onEdit }: Props) => {
  const { t } = useTranslation('people');
  const [removed, setRemoved] = useState<Team | null>(null);
  if (teams.length === 0) {
    return <Message icon={<Users />} text={t('teams.none-text')} title={t('teams.none')} />;
  }
  return (
    <>
      <ul className={classes.teams}>
        {teams.map((team) => (
          <li className={classes.team} key={team.id}>
            <button
              className={classes.open}
              disabled={!mayChange}
              onClick={() => onEdit(team)}
              type="button"
            >
              <span className={classes.name} dir="auto">
                {team.title}
              </span>
              <span className={classes.email}>
                {team.members.length === 0
                  ? t('teams.nobody')
                  : team.members.map(nameOf).join(', ')}
              </span>
            </button>
            <ActionIcon
              aria-label={t('teams.delete-one', { title: team.title })}
              disabled={!mayChange}
              onClick={() => setRemoved(team)}
            >
              <Trash2 />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <DeleteDialog onClose={() => setRemoved(null)} team={removed} />
    </>
  );
};

const DeleteDialog = ({ team, onClose }: { team: Team | null; onClose: () => void }) => {
  const { t } = useTranslation('people');
  const { t: tApp } = useTranslation();

  const remove = async ({ id, title }: Team): Promise<void> => {
    try {
      await desktop.people.removeTeam({ id });
      notifications.show({ message: t('teams.deleted', { title }) });
    } catch (error) {
      showError(error);
    }
    await refreshPeople();
    onClose();
  };

  return (
    <Modal
      onClose={onClose}
      opened={team !== null}
      title={team ? t('teams.delete-title', { title: team.title }) : ''}
    >
      <Stack gap="md">
        <Text>{t('teams.delete-text')}</Text>
        <DialogFooter>
          <Button data-autofocus onClick={onClose} variant="default">
            {tApp('cancel')}
          </Button>
          <Button color="red" onClick={() => team && void remove(team)}>
            {t('teams.delete')}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
};

type DialogProps = { edited: EditedTeam | null; people: readonly Person[]; onClose: () => void };

/** Creates a team, or changes the name and the members of a team. */
export const TeamDialog = ({ edited, people, onClose }: DialogProps) => {
  const { t } = useTranslation('people');
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onClose}
      opened={edited !== null}
      size={480}
      title={t(edited?.id === null ? 'teams.new' : 'teams.edit')}
    >
      {edited && <TeamForm edited={edited} onClose={onClose} people={people} />}
    </Modal>
  );
};

const TeamForm = ({ edited, people, onClose }: DialogProps & { edited: EditedTeam }) => {
  const { t } = useTranslation('people');
  const { t: tApp } = useTranslation();
  const [title, setTitle] = useState(edited.title);
  const [memberIds, setMembers] = useState(edited.members.map(({ id }) => id));
  const [isSaving, setSaving] = useState(false);
  // Includes the members of the team, because a member may be missing from the list of people.
  const known = new Map([...edited.members, ...people].map((each) => [each.id, each]));

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await desktop.people.saveTeam({ id: edited.id, title: title.trim(), memberIds });
      await refreshPeople();
      onClose();
    } catch (error) {
      showError(error);
      setSaving(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '') void save();
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('teams.name')}
          maxLength={500}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          value={title}
        />
        <MultiSelect
          data={[...known.values()].map((each) => ({
            value: each.id,
            label: `${nameOf(each)} (${each.email})`,
          }))}
          hidePickedOptions
          label={t('teams.members')}
          limit={100}
          onChange={setMembers}
          searchable
          value={memberIds}
        />
        <DialogFooter>
          <Button onClick={onClose} variant="default">
            {tApp('cancel')}
          </Button>
          <Button disabled={title.trim() === ''} loading={isSaving} type="submit">
            {t('teams.save')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};
