import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminScopeResources, collectionResources } from '#shared/api/scopes.ts';
import type { GivenScope } from '#shared/desktop/people.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { errorText } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { Note } from '../ui/note.tsx';
import classes from './people.module.css';

const keyOf = ({ resource, permission }: GivenScope): string => `${resource}:${permission}`;
const permissions = ['read', 'write'] as const;
type Permission = (typeof permissions)[number];

const ofCollections = (permission: Permission): GivenScope[] =>
  collectionResources.map((resource) => ({ resource, permission }));
const isOfCollections = ({ resource }: GivenScope): boolean =>
  collectionResources.some((each) => each === resource);

type Props = { scopes: readonly GivenScope[]; onChange: (scopes: GivenScope[]) => void };

const presetKeys = [
  'full-access',
  'users-management',
  'codex',
  'analytics',
  'audit-logs',
  'admin-settings',
] as const;

/**
 * Returns functions that translate the names of resources and presets, because the service has them only
 * in English. Names that this version of the app does not know stay in English.
 */
const useNames = () => {
  const { t } = useTranslation('people');
  return {
    ofResource: ({ key, name }: Named): string => {
      const known = adminScopeResources.find((each) => each === key);
      return known ? t(`scopes.resource.${known}`) : name;
    },
    ofPreset: ({ key, name }: Named): string => {
      const known = presetKeys.find((each) => each === key);
      return known ? t(`scopes.preset.${known}`) : name;
    },
  };
};
type Named = { key: string; name: string };

/**
 * The scopes of an admin: a named set, or individual resources. Collections and their contents are one
 * choice, because a person can open a collection only with the scopes of all its contents.
 */
export const ScopesField = ({ scopes, onChange }: Props) => {
  const { t } = useTranslation('people');
  const names = useNames();
  const { data, error } = useQuery(queries.people.scopeCatalog.queryOptions());
  const chosen = new Set(scopes.map(keyOf));
  if (error) return <Note tone="bad">{errorText(error).detail ?? errorText(error).title}</Note>;
  if (!data) return null;
  const work = scopes.filter(isOfCollections);
  const presetSize = chosen.size - work.length;
  const preset = data.presets.find(
    (each) =>
      each.scopes.length === presetSize && each.scopes.every((one) => chosen.has(keyOf(one))),
  );
  const mayOpen = (permission: Permission): boolean =>
    ofCollections(permission).every((each) => chosen.has(keyOf(each)));
  const setWork = (wanted: Record<Permission, boolean>): void =>
    onChange([
      ...scopes.filter((each) => !isOfCollections(each)),
      ...permissions.flatMap((each) => (wanted[each] ? ofCollections(each) : [])),
    ]);
  const toggle = (scope: GivenScope): void =>
    onChange(
      chosen.has(keyOf(scope))
        ? scopes.filter((each) => keyOf(each) !== keyOf(scope))
        : [...scopes, scope],
    );

  return (
    <Stack gap="xs">
      <NativeSelect
        data={[
          { value: '', label: t('scopes.own') },
          ...data.presets.map((each) => ({ value: each.key, label: names.ofPreset(each) })),
        ]}
        label={t('scopes.label')}
        onChange={({ currentTarget: { value } }) => {
          const found = data.presets.find(({ key }) => key === value);
          if (found) onChange([...found.scopes, ...work]);
        }}
        value={preset?.key ?? ''}
      />
      <div aria-label={t('scopes.label')} className={classes.scopes} role="group">
        <div className={classes.scope}>
          <span>{t('scopes.collections')}</span>
          <Checkbox
            aria-label={t('scopes.read-of', { name: t('scopes.collections') })}
            checked={mayOpen('read')}
            label={t('scopes.read')}
            onChange={() => setWork({ read: !mayOpen('read'), write: false })}
          />
          <Checkbox
            aria-label={t('scopes.write-of', { name: t('scopes.collections') })}
            checked={mayOpen('write')}
            label={t('scopes.write')}
            onChange={() => setWork({ read: true, write: !mayOpen('write') })}
          />
        </div>
        {data.resources.map((resource) => {
          const { key, readOnly } = resource;
          const name = names.ofResource(resource);
          return (
            <div className={classes.scope} key={key}>
              <span>{name}</span>
              {permissions.map((permission) => (
                <Checkbox
                  aria-label={t(`scopes.${permission}-of`, { name })}
                  checked={chosen.has(`${key}:${permission}`)}
                  disabled={readOnly && permission === 'write'}
                  key={permission}
                  label={t(`scopes.${permission}`)}
                  onChange={() => toggle({ resource: key, permission })}
                />
              ))}
            </div>
          );
        })}
      </div>
      <Note tone="info">{t(mayOpen('read') ? 'scopes.all' : 'scopes.none')}</Note>
    </Stack>
  );
};
