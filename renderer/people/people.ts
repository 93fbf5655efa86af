import { t } from 'i18next';
import type { Role } from '#shared/api/enumerations.ts';
import type { Scope } from '#shared/api/scopes.ts';
import type { Administered, Person } from '#shared/desktop/people.ts';

/**
 * The roles that a person can be given. The role of the owner is missing, because the only owner of a
 * service stays the owner.
 */
export const givenRoles = ['user', 'admin', 'super_admin'] as const satisfies readonly Role[];
export type GivenRole = (typeof givenRoles)[number];

export const isGivenRole = (value: string | null): value is GivenRole =>
  givenRoles.some((role) => role === value);

type Named = Pick<Person, 'firstName' | 'lastName' | 'email'>;

/** Returns the full name of a person, or the email address if the person has no name. */
export const nameOf = ({ firstName, lastName, email }: Named): string =>
  `${firstName} ${lastName}`.trim() || email;

/** Returns the people whose name or email address contains the query. */
export const matchingPeople = <Each extends Named>(
  people: readonly Each[],
  query: string,
): Each[] => {
  const wanted = query.trim().toLocaleLowerCase();
  return people.filter((each) =>
    `${nameOf(each)} ${each.email}`.toLocaleLowerCase().includes(wanted),
  );
};

const covers = (scopes: readonly Scope[], resource: string): boolean =>
  scopes.some(
    (each) => each.permission === 'write' && (each.resource === resource || each.resource === '*'),
  );

/**
 * The permitted actions on people and teams. `lacks` names the scopes that the token needs for the
 * actions that the person's role permits but the token does not.
 */
export type Rights = {
  mayChange: boolean;
  mayDelete: boolean;
  mayChangeTeams: boolean;
  lacks: string[];
};

/**
 * Returns the rights that a person has by role and scopes. Leaves out what is `forbidden` to the token
 * of the connection. If `me` is `null`, assumes that the role permits everything. The service itself
 * checks every action again.
 */
export const rightsOf = (
  me: Pick<Person, 'role' | 'scopes'> | null,
  forbidden: readonly Administered[],
): Rights => {
  const mayByRole = (resource: Administered): boolean =>
    me === null ||
    me.role === 'owner' ||
    me.role === 'super_admin' ||
    (me.role === 'admin' && covers(me.scopes, resource));
  const may = (resource: Administered): boolean =>
    mayByRole(resource) && !forbidden.includes(resource);
  return {
    mayChange: may('users-operations'),
    mayDelete: may('users'),
    mayChangeTeams: may('teams'),
    lacks: forbidden.filter(mayByRole).map((resource) => `${resource}:write`),
  };
};

/**
 * Returns the reason why the person may not change people. The reason is the scopes that the token
 * lacks, or the person's role if the token lacks no scope.
 */
export const reasonOf = ({ lacks }: Rights): string =>
  lacks.length > 0
    ? t('people:reason.scopes', { scopes: lacks.join(', ') })
    : t('people:reason.role');
