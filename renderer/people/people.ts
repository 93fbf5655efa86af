import type { Role } from '#shared/api/enumerations.ts';
import type { Scope } from '#shared/api/scopes.ts';
import type { Person } from '#shared/desktop/people.ts';

/** The roles that a person can be given. A service has one owner, who stays it. */
export const givenRoles = ['user', 'admin', 'super_admin'] as const satisfies readonly Role[];
export type GivenRole = (typeof givenRoles)[number];

export const isGivenRole = (value: string | null): value is GivenRole =>
  givenRoles.some((role) => role === value);

type Named = Pick<Person, 'firstName' | 'lastName' | 'email'>;

/** Returns the full name, or the email address of a person without one. */
export const nameOf = ({ firstName, lastName, email }: Named): string =>
  `${firstName} ${lastName}`.trim() || email;

/** Returns the people with the text in their name or email address. */
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

/** The things that someone may do with people. */
export type Rights = { mayChange: boolean; mayDelete: boolean; mayChangeTeams: boolean };

/**
 * Returns the rights of a person by role and scopes. For someone unknown the service decides. It
 * has the last word anyway, because a token may allow less than its user.
 */
export const rightsOf = (me: Pick<Person, 'role' | 'scopes'> | null): Rights => {
  const may = (resource: string): boolean =>
    me === null ||
    me.role === 'owner' ||
    me.role === 'super_admin' ||
    (me.role === 'admin' && covers(me.scopes, resource));
  return {
    mayChange: may('users-operations'),
    mayDelete: may('users'),
    mayChangeTeams: may('teams'),
  };
};
