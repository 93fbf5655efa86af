import {
  ActionIcon,
  Button,
  Group,
  Modal,
  MultiSelect,
  NativeSelect,
  Select,
  Skeleton,
  Stack,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Trash2, User, Users } from 'lucide-react';
import { useState } from 'react';
import { create } from 'zustand';
import { collectionPermissions, type CollectionPermission } from '#shared/api/enumerations.ts';
import { thisComputer } from '#shared/desktop/connections.ts';
import type { AccessChange, CollectionAccess } from '#shared/desktop/people.ts';
import { useConnections } from '../kernel/connection/connections.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed, showError } from '../kernel/desktop/errors.tsx';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import type { NamedRecord } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import type { MenuEntry } from '../ui/menu-at.tsx';
import { Loading } from '../ui/message.tsx';
import { FocusedView, Note } from '../ui/note.tsx';
import { nameOf } from './people.ts';
import { refreshPeople, usePeople, useTeams } from './use-people.ts';
import classes from './people.module.css';

type Collection = { id: string; title: string };

/** The collection whose access the dialog shows, or `null` while the dialog is closed. */
const useShownAccess = create<{ collection: Collection | null }>(() => ({ collection: null }));

const showAccess = (collection: Collection): void => useShownAccess.setState({ collection });
const close = (): void => useShownAccess.setState({ collection: null });

/**
 * Returns the menu entry that shows the access to a collection. The built-in service has only one user,
 * so its collections have no such entry.
 */
export const useAccessEntries = (): ((record: NamedRecord) => MenuEntry[]) => {
  const { t } = useTranslation('people');
  const isRemote = useConnections(({ list }) => list !== null && list.openId !== thisComputer.id);
  return ({ kind, entry: { id, title } }) =>
    isRemote && kind === 'collection'
      ? [
          {
            key: 'access',
            label: t('access.menu'),
            icon: <KeyRound />,
            run: () => showAccess({ id, title }),
          },
        ]
      : [];
};

const isPermission = (value: string): value is CollectionPermission =>
  collectionPermissions.some((permission) => permission === value);

/** The people and teams who can read, write, or manage a collection. */
export const AccessDialog = () => {
  const { t } = useTranslation('people');
  const collection = useShownAccess((state) => state.collection);
  return (
    <Modal
      onClose={close}
      opened={collection !== null}
      size={560}
      title={collection ? t('access.title', { title: collection.title }) : ''}
    >
      {collection && <Access collection={collection} />}
    </Modal>
  );
};

const Access = ({ collection }: { collection: Collection }) => {
  const { data, error, refetch } = useQuery(
    queries.people.access.queryOptions({ input: { collectionId: collection.id }, staleTime: 0 }),
  );
  if (error) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading>
        <Skeleton height={28} />
        <Skeleton height={28} mt={8} />
      </Loading>
    );
  }
  return (
    <FocusedView>
      <AccessForm access={data} collection={collection} />
    </FocusedView>
  );
};

type Change = Pick<AccessChange, 'people' | 'teams'>;

const AccessForm = ({
  access,
  collection,
}: {
  access: CollectionAccess;
  collection: Collection;
}) => {
  const { t } = useTranslation('people');
  const [isChanging, setChanging] = useState(false);

  const change = async (
    wanted: Change,
    collectionIds: readonly string[] = [collection.id],
  ): Promise<void> => {
    setChanging(true);
    try {
      await desktop.people.changeAccess({ collectionIds: [...collectionIds], ...wanted });
    } catch (error) {
      showError(error);
    }
    await refreshPeople();
    setChanging(false);
  };

  const rows = [
    ...access.people.map((each) => ({
      key: each.id,
      icon: <User aria-hidden size={15} />,
      name: nameOf(each),
      text: each.email,
      permission: each.permission,
      give: (permission: CollectionPermission | null) =>
        change({ people: [{ id: each.id, permission }], teams: [] }),
    })),
    ...access.teams.map((each) => ({
      key: each.id,
      icon: <Users aria-hidden size={15} />,
      name: each.title,
      text: t('access.members', { count: each.members.length }),
      permission: each.permission,
      give: (permission: CollectionPermission | null) =>
        change({ people: [], teams: [{ id: each.id, permission }] }),
    })),
  ];

  return (
    <Stack gap="sm">
      <p className={classes.dimmed}>{t('access.explain')}</p>
      {!access.mayChange && <Note tone="info">{t('access.fixed')}</Note>}
      {rows.length === 0 && <p>{t('access.nobody')}</p>}
      <ul className={classes.teams}>
        {rows.map(({ key, icon, name, text, permission, give }) => (
          <li className={classes.team} key={key}>
            {icon}
            <span className={classes.person}>
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <span className={classes.email}>{text}</span>
            </span>
            <NativeSelect
              aria-label={t('access.permission-of', { name })}
              data={collectionPermissions.map((value) => ({
                value,
                label: t(`access.permission.${value}`),
              }))}
              disabled={isChanging || !access.mayChange}
              onChange={({ currentTarget: { value } }) => {
                if (isPermission(value)) void give(value);
              }}
              value={permission}
            />
            <ActionIcon
              aria-label={t('access.revoke', { name })}
              disabled={isChanging || !access.mayChange}
              onClick={() => void give(null)}
            >
              <Trash2 />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {access.mayChange && (
        <Grant access={access} change={change} collection={collection} isChanging={isChanging} />
      )}
    </Stack>
  );
};

type GrantProps = {
  access: CollectionAccess;
  collection: Collection;
  isChanging: boolean;
  change: (wanted: Change, collectionIds: readonly string[]) => Promise<void>;
};

/**
 * The form that gives a person or a team access to the collection, and to other collections if the
 * person chooses them.
 */
const Grant = ({ access, collection, isChanging, change }: GrantProps) => {
  const { t } = useTranslation('people');
  const { data: overview = [] } = useOverview();
  const { data: listed } = usePeople();
  const { data: teams = [] } = useTeams();
  const [granteeId, setGranteeId] = useState<string | null>(null);
  const [permission, setPermission] = useState<CollectionPermission>('read');
  const [others, setOthers] = useState<string[]>([]);
  const given = new Set([...access.people, ...access.teams].map(({ id }) => id));
  const isOffered = ({ id }: { id: string }): boolean => !given.has(id);
  const elsewhere = overview.filter(({ id }) => id !== collection.id);

  const grant = async (): Promise<void> => {
    if (granteeId === null) return;
    const one = [{ id: granteeId, permission }];
    const isTeam = teams.some(({ id }) => id === granteeId);
    await change(isTeam ? { people: [], teams: one } : { people: one, teams: [] }, [
      collection.id,
      ...others,
    ]);
    setGranteeId(null);
  };

  return (
    <>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          className={classes.grow}
          data={[
            {
              group: t('teams.title'),
              items: teams.filter(isOffered).map(({ id, title }) => ({ value: id, label: title })),
            },
            {
              group: t('users'),
              items: (listed?.people ?? []).filter(isOffered).map((each) => ({
                value: each.id,
                label: `${nameOf(each)} (${each.email})`,
              })),
            },
          ]}
          data-autofocus
          label={t('access.add')}
          limit={100}
          onChange={setGranteeId}
          openOnFocus={false}
          placeholder={t('access.add-placeholder')}
          searchable
          value={granteeId}
        />
        <NativeSelect
          aria-label={t('access.new-permission')}
          data={collectionPermissions.map((value) => ({
            value,
            label: t(`access.permission.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => {
            if (isPermission(value)) setPermission(value);
          }}
          value={permission}
        />
        <Button disabled={granteeId === null} loading={isChanging} onClick={() => void grant()}>
          {t('access.grant')}
        </Button>
      </Group>
      {elsewhere.length > 0 && (
        <MultiSelect
          data={elsewhere.map(({ id, title }) => ({ value: id, label: title }))}
          label={t('access.others')}
          onChange={setOthers}
          searchable
          value={others}
        />
      )}
    </>
  );
};
