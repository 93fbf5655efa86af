import { Button, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { scopeInput } from '#shared/api/scopes.ts';
import type { GivenScope, Person } from '#shared/desktop/people.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { givenRoles, isGivenRole, nameOf, type GivenRole } from './people.ts';
import { ScopesField } from './scopes-field.tsx';
import { useAction } from './use-people.ts';

type Props = { people: readonly Person[]; opened: boolean; onClose: () => void };

/** Changes the role of one or several people. */
export const RoleDialog = ({ people, opened, onClose }: Props) => {
  const { t } = useTranslation('people');
  const [first] = people;
  const title =
    people.length === 1 && first
      ? t('role-of', { name: nameOf(first) })
      : t('role-of-several', { count: people.length });
  return (
    <Modal onClose={onClose} opened={opened && people.length > 0} size={520} title={title}>
      <RoleForm onClose={onClose} people={people} />
    </Modal>
  );
};

/**
 * Returns the scopes that all these people have, except for those that this version of the app does not
 * know.
 */
const knownScopes = ([first, ...others]: readonly Person[]): GivenScope[] => {
  const isCommon = ({ resource, permission }: GivenScope): boolean =>
    others.every(({ scopes }) =>
      scopes.some((each) => each.resource === resource && each.permission === permission),
    );
  const known = first?.scopes.flatMap((scope) => scopeInput.safeParse(scope).data ?? []) ?? [];
  return known.filter(isCommon);
};

const RoleForm = ({ people, onClose }: Omit<Props, 'opened'>) => {
  const { t } = useTranslation('people');
  const { t: tApp } = useTranslation();
  const [first] = people;
  const known = first && isGivenRole(first.role) ? first.role : 'user';
  const [role, setRole] = useState<GivenRole>(known);
  const [scopes, setScopes] = useState<GivenScope[]>(() => knownScopes(people));
  const { run, isRunning } = useAction(people);
  return (
    <Stack gap="md">
      <NativeSelect
        data={givenRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        data-autofocus
        description={t(`role-means.${role}`)}
        label={t('role-label')}
        onChange={({ currentTarget: { value } }) => {
          if (isGivenRole(value)) setRole(value);
        }}
        value={role}
      />
      {role === 'admin' && <ScopesField onChange={setScopes} scopes={scopes} />}
      <DialogFooter>
        <Button onClick={onClose} variant="default">
          {tApp('cancel')}
        </Button>
        <Button
          disabled={role === 'admin' && scopes.length === 0}
          loading={isRunning}
          onClick={() => {
            const ids = people.map(({ id }) => id);
            const given = role === 'admin' ? scopes : [];
            void run({ action: 'changeRole', ids, role, scopes: given }).then(onClose);
          }}
        >
          {t('change-role')}
        </Button>
      </DialogFooter>
    </Stack>
  );
};
