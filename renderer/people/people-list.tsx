import { ActionIcon, Badge, Button, Checkbox, Menu, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Ellipsis, Mail, Trash2, UserCheck, UserCog, UserX, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Person } from '#shared/desktop/people.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { nameOf, reasonOf, type Rights } from './people.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { useAction } from './use-people.ts';
import classes from './people.module.css';

const rowHeight = 52;
const overscan = 8;

type Props = {
  /** The people that match the search. */
  people: readonly Person[];
  everyone: readonly Person[];
  meId: string | null;
  rights: Rights;
};

/**
 * Lists users of the service, whom the person can select and change. Only the visible rows are mounted.
 */
export const PeopleList = ({ people, everyone, meId, rights }: Props) => {
  const { t } = useTranslation('people');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [changed, setChanged] = useState<readonly Person[]>([]);
  const [removed, setRemoved] = useState<Person | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  // A person who is hidden by the search does not count as selected, so the person is not changed.
  const selected = people.filter(({ id }) => chosen.has(id));

  // The React compiler skips this component. Memoized values would be outdated, because the virtualizer
  // stays the same object while scrolling changes its content.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  });

  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };

  return (
    <>
      <div className={classes.scroller} ref={scroller}>
        <ul className={classes.list} style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const person = people[index];
            return (
              person && (
                <li
                  aria-posinset={index + 1}
                  aria-setsize={people.length}
                  className={classes.row}
                  data-disabled={!person.isEnabled || undefined}
                  key={person.id}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Checkbox
                    aria-label={t('select', { name: nameOf(person) })}
                    checked={chosen.has(person.id)}
                    disabled={!rights.mayChange}
                    onChange={() => toggle(person.id)}
                  />
                  <PersonText isMe={person.id === meId} person={person} />
                  <PersonMenu
                    isMe={person.id === meId}
                    onChangeRole={() => setChanged([person])}
                    onRemove={() => setRemoved(person)}
                    person={person}
                    rights={rights}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
      {selected.length > 0 && (
        <SelectionBar
          onChangeRole={() => setChanged(selected)}
          onClear={() => setChosen(new Set())}
          people={selected}
        />
      )}
      <RoleDialog onClose={() => setChanged([])} opened={changed.length > 0} people={changed} />
      <RemoveDialog
        meId={meId}
        onClose={() => setRemoved(null)}
        people={everyone}
        person={removed}
      />
    </>
  );
};

const PersonText = ({ person, isMe }: { person: Person; isMe: boolean }) => {
  const { t } = useTranslation('people');
  return (
    <>
      <span className={classes.person}>
        <span className={classes.name} dir="auto">
          {nameOf(person)}
          {isMe && <span className={classes.dimmed}> {t('you')}</span>}
        </span>
        <span className={classes.email}>{person.email}</span>
      </span>
      {!person.isEnabled && (
        <Badge color="gray" variant="default">
          {t('disabled')}
        </Badge>
      )}
      {person.status === 'invited' && <Badge variant="light">{t('invited')}</Badge>}
      <span className={classes.role}>{t(`role.${person.role}`)}</span>
    </>
  );
};

type MenuProps = {
  person: Person;
  isMe: boolean;
  rights: Rights;
  onChangeRole: () => void;
  onRemove: () => void;
};

/** The actions on one person, or the reason why none is allowed. */
const PersonMenu = ({ person, isMe, rights, onChangeRole, onRemove }: MenuProps) => {
  const { t } = useTranslation('people');
  const { run } = useAction([person]);
  const isOwner = person.role === 'owner';
  const own = isOwner ? t('reason.owner') : isMe ? t('reason.you') : null;
  if (own !== null || !(rights.mayChange || rights.mayDelete)) {
    const reason = own ?? reasonOf(rights);
    return (
      <Tooltip label={reason}>
        <ActionIcon
          aria-disabled
          aria-label={`${t('actions', { name: nameOf(person) })}. ${reason}`}
          className={classes.unavailable}
        >
          <Ellipsis />
        </ActionIcon>
      </Tooltip>
    );
  }
  const ids = [person.id];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { name: nameOf(person) })}>
          <Ellipsis />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!rights.mayChange} leftSection={<UserCog />} onClick={onChangeRole}>
          {t('change-role-of')}
        </Menu.Item>
        {person.status === 'invited' && (
          <Menu.Item
            disabled={!rights.mayChange}
            leftSection={<Mail />}
            onClick={() => void run({ action: 'inviteAgain', emails: [person.email] })}
          >
            {t('invite-again')}
          </Menu.Item>
        )}
        <Menu.Item
          disabled={!rights.mayChange}
          leftSection={person.isEnabled ? <UserX /> : <UserCheck />}
          onClick={() => void run({ action: person.isEnabled ? 'disable' : 'enable', ids })}
        >
          {t(person.isEnabled ? 'disable' : 'enable')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          disabled={!rights.mayDelete}
          leftSection={<Trash2 />}
          onClick={onRemove}
        >
          {t('remove.menu')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

type BarProps = { people: readonly Person[]; onChangeRole: () => void; onClear: () => void };

const SelectionBar = ({ people, onChangeRole, onClear }: BarProps) => {
  const { t } = useTranslation('people');
  const { run, isRunning } = useAction(people);
  const ids = people.map(({ id }) => id);
  const invited = people.filter(({ status }) => status === 'invited');
  return (
    <section aria-label={t('selection')} className={classes.bar}>
      <span role="status">{t('selected', { count: people.length })}</span>
      <Button onClick={onChangeRole} size="xs" variant="default">
        {t('change-role-of')}
      </Button>
      {invited.length > 0 && (
        <Button
          loading={isRunning}
          onClick={() =>
            void run({ action: 'inviteAgain', emails: invited.map(({ email }) => email) })
          }
          size="xs"
          variant="default"
        >
          {t('invite-again')}
        </Button>
      )}
      <Button
        loading={isRunning}
        onClick={() => void run({ action: 'enable', ids })}
        size="xs"
        variant="default"
      >
        {t('enable')}
      </Button>
      <Button
        loading={isRunning}
        onClick={() => void run({ action: 'disable', ids })}
        size="xs"
        variant="default"
      >
        {t('disable')}
      </Button>
      <ActionIcon aria-label={t('clear-selection')} onClick={onClear}>
        <X />
      </ActionIcon>
    </section>
  );
};
