import { Button, Skeleton, Tabs, TextInput, Tooltip } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { Plug, Plus, Search, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { thisComputer } from '#shared/desktop/connections.ts';
import { showSection, useConnections } from '../kernel/connection/connections.ts';
import { errorText, isRefused, LoadFailed } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { Note } from '../ui/note.tsx';
import { AddPeopleDialog } from './add-people-dialog.tsx';
import { PeopleList } from './people-list.tsx';
import { matchingPeople, reasonOf, rightsOf } from './people.ts';
import { TeamDialog, TeamsList, type EditedTeam } from './teams-list.tsx';
import { usePeople, useTeams } from './use-people.ts';
import classes from './people.module.css';

const tabs = ['users', 'teams'] as const;
type Tab = (typeof tabs)[number];
const isTab = (value: string | null): value is Tab => tabs.some((tab) => tab === value);

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];
const newTeam: EditedTeam = { id: null, title: '', members: [] };

/**
 * The users and teams of the service. For the built-in service, which has a single user, the page offers
 * to connect to another service instead.
 */
const PeoplePage = () => {
  const { t } = useTranslation('people');
  const isAlone = useConnections(({ list }) => list?.openId === thisComputer.id);
  return (
    <div className={classes.page}>
      <div>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.explain}>{t('explain')}</p>
      </div>
      {isAlone ? (
        <Message
          action={
            <Button leftSection={<Plug size={15} />} onClick={() => showSection('connections')}>
              {t('alone.connect')}
            </Button>
          }
          icon={<Users />}
          text={t('alone.text')}
          title={t('alone.title')}
        />
      ) : (
        <Everyone />
      )}
    </div>
  );
};

export const peopleRoute = createLazyRoute('/people')({ component: PeoplePage });

const Everyone = () => {
  const { t } = useTranslation('people');
  const [tab, setTab] = useState<Tab>('users');
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<EditedTeam | null>(null);
  const { data, error, refetch } = usePeople();
  const teams = useTeams();

  if (error) return <PeopleFailed error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading>
        {skeletonRows.map((row) => (
          <Skeleton height={28} key={row} mt={12} />
        ))}
      </Loading>
    );
  }
  const { people, meId, forbidden } = data;
  const rights = rightsOf(people.find(({ id }) => id === meId) ?? null, forbidden);
  const reason = reasonOf(rights);
  const found = matchingPeople(people, query);
  const isAllowed = tab === 'users' ? rights.mayChange : rights.mayChangeTeams;

  return (
    <>
      {(!rights.mayChange || rights.lacks.length > 0) && <Note tone="info">{reason}</Note>}
      <Tabs
        className={classes.tabs}
        keepMounted={false}
        onChange={(value) => {
          if (isTab(value)) setTab(value);
        }}
        value={tab}
      >
        <div className={classes.head}>
          <Tabs.List aria-label={t('title')}>
            <Tabs.Tab value="users">{t('users')}</Tabs.Tab>
            <Tabs.Tab value="teams">{t('teams.title')}</Tabs.Tab>
          </Tabs.List>
          <Tooltip disabled={isAllowed} label={reason}>
            <Button
              disabled={!isAllowed}
              leftSection={tab === 'users' ? <UserPlus size={15} /> : <Plus size={15} />}
              onClick={() => (tab === 'users' ? setAdding(true) : setEdited(newTeam))}
              size="xs"
            >
              {t(tab === 'users' ? 'add.open' : 'teams.new')}
            </Button>
          </Tooltip>
        </div>
        <Tabs.Panel className={classes.panel} value="users">
          <div className={classes.tools}>
            <span className={classes.count} role="status">
              {t('count', { count: found.length })}
            </span>
            <TextInput
              aria-label={t('search')}
              className={classes.search}
              leftSection={<Search size={14} />}
              onChange={({ currentTarget }) => setQuery(currentTarget.value)}
              onKeyDown={({ key }) => {
                if (key === 'Escape') setQuery('');
              }}
              placeholder={t('search')}
              type="search"
              value={query}
            />
          </div>
          {found.length > 0 ? (
            <PeopleList everyone={people} meId={meId} people={found} rights={rights} />
          ) : (
            <Message icon={<Search />} title={t('nothing-found', { query })} />
          )}
        </Tabs.Panel>
        <Tabs.Panel className={classes.panel} value="teams">
          {teams.error ? (
            <LoadFailed error={teams.error} retry={() => void teams.refetch()} />
          ) : (
            teams.data && (
              <TeamsList mayChange={rights.mayChangeTeams} onEdit={setEdited} teams={teams.data} />
            )
          )}
        </Tabs.Panel>
      </Tabs>
      <AddPeopleDialog onClose={() => setAdding(false)} opened={isAdding} />
      <TeamDialog edited={edited} onClose={() => setEdited(null)} people={people} />
    </>
  );
};

/** Shows why the users cannot be listed, with a button to try again. */
const PeopleFailed = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const { t } = useTranslation('people');
  const { t: tThreats } = useTranslation('threats');
  const { title, detail } = errorText(error);
  return (
    <Message
      action={
        <Button onClick={retry} variant="default">
          {tThreats('retry')}
        </Button>
      }
      {...(detail !== undefined && { detail })}
      icon={<Users />}
      role="alert"
      text={t(isRefused(error) ? 'failed.refused-text' : 'failed.text')}
      title={isRefused(error) ? t('failed.refused') : title}
    />
  );
};
