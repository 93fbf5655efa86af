import { oc as contractBuilder } from '@orpc/contract';
import { z } from 'zod';
import { collectionPermissions, roles, userStatuses } from '../api/enumerations.ts';
import { catalogEntry } from '../api/roles.ts';
import { scope, scopeInput, scopeResources } from '../api/scopes.ts';
import { email, givenRole } from '../api/users.ts';
import { desktopErrors } from './errors.ts';

const oc = contractBuilder.errors(desktopErrors);

/** The maximum number of people that one action changes. */
export const peopleAtOnce = 10_000;

const named = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});

/** A user of the service. */
const person = named.extend({
  role: z.enum(roles),
  status: z.enum(userStatuses),
  isEnabled: z.boolean(),
  /** Empty unless the person is an admin. */
  scopes: z.array(scope),
});
export type Person = z.infer<typeof person>;

const team = z.object({ id: z.string(), title: z.string(), members: z.array(named) });
export type Team = z.infer<typeof team>;

const title = z.string().trim().min(1).max(500);
const scopes = z.array(scopeInput).max(100);
const ids = z.array(z.string()).min(1).max(peopleAtOnce);

/** A person to invite or add. The scopes are used only if the role is `admin`. */
export const newcomer = z.object({
  email,
  firstName: z.string().trim().min(1).max(500),
  lastName: z.string().trim().max(500),
  role: givenRole,
  scopes,
});
export type Newcomer = z.infer<typeof newcomer>;

/**
 * The resources that the service may forbid the connection to change. They have the same names as in the
 * scopes.
 */
export const administered = ['users', 'users-operations', 'teams'] as const;
export type Administered = (typeof administered)[number];

/**
 * An action on several people. `add` creates people without inviting them. People who are added cannot
 * be admins.
 */
const peopleChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('invite'), people: z.array(newcomer).min(1).max(peopleAtOnce) }),
  z.object({
    action: z.literal('add'),
    people: z
      .array(newcomer.omit({ scopes: true }).extend({ role: givenRole.exclude(['admin']) }))
      .min(1)
      .max(peopleAtOnce),
  }),
  z.object({ action: z.literal('inviteAgain'), emails: z.array(email).min(1).max(peopleAtOnce) }),
  z.object({ action: z.enum(['enable', 'disable']), ids }),
  z.object({ action: z.literal('changeRole'), ids, role: givenRole, scopes }),
]);
export type GivenScope = z.infer<typeof scopeInput>;
export type PeopleChange = z.infer<typeof peopleChange>;

/** Why the service refused the action for one person, whom `who` names by ID or email address. */
const refusal = z.object({ who: z.string(), reason: z.string() });
export type Refusal = z.infer<typeof refusal>;

/** The resources for which an admin can have scopes, and named sets of scopes. */
const scopeCatalog = z.object({
  resources: z.array(catalogEntry.extend({ key: z.enum(scopeResources), readOnly: z.boolean() })),
  presets: z.array(catalogEntry.extend({ scopes })),
});
export type ScopeCatalog = z.infer<typeof scopeCatalog>;

const permission = z.enum(collectionPermissions);

/**
 * The people and teams who have access to a collection, besides its creator and the owner of the
 * service.
 */
const collectionAccess = z.object({
  people: z.array(named.extend({ permission })),
  teams: z.array(team.extend({ permission })),
  /** False if the service forbids this connection to change the access. */
  mayChange: z.boolean(),
});
export type CollectionAccess = z.infer<typeof collectionAccess>;

/**
 * A change of the permissions that people and teams have for each of the collections. `null` revokes a
 * permission.
 */
const accessChange = z.object({
  collectionIds: z.array(z.string()).min(1).max(500),
  people: z.array(z.object({ id: z.string(), permission: permission.nullable() })).max(500),
  teams: z.array(z.object({ id: z.string(), permission: permission.nullable() })).max(500),
});
export type AccessChange = z.infer<typeof accessChange>;

/**
 * The people of the service, their teams, and the access to collections. The store has none of this
 * data, so every procedure except `me` needs the service.
 */
export const peopleProcedures = {
  /**
   * Returns the name under which the app records decisions of this person, or an empty text if the name
   * is unknown. Works without the service.
   */
  me: oc.output(z.object({ name: z.string() })),
  /**
   * Returns all people. `meId` is the ID of this connection's user, or `null` if the app does not know
   * it. `forbidden` lists the resources that this connection may not change at the service.
   */
  list: oc.output(
    z.object({
      people: z.array(person),
      meId: z.string().nullable(),
      forbidden: z.array(z.enum(administered)),
    }),
  ),
  /**
   * Returns the people for whom the service refused the change, with the service's reasons. All other
   * people are changed.
   */
  change: oc.input(peopleChange).output(z.array(refusal)),
  /** Deletes a user, and gives the user's collections to another user. */
  remove: oc.input(z.object({ id: z.string(), recipientId: z.string() })),
  scopeCatalog: oc.output(scopeCatalog),

  teams: oc.output(z.array(team)),
  /** Creates a team if `id` is `null`. Otherwise changes the team with this ID. */
  saveTeam: oc.input(
    z.object({
      id: z.string().nullable(),
      title,
      memberIds: z.array(z.string()).max(peopleAtOnce),
    }),
  ),
  removeTeam: oc.input(z.object({ id: z.string() })),

  /** Fails with RECORD_GONE if the service does not have the collection yet. */
  access: oc.input(z.object({ collectionId: z.string() })).output(collectionAccess),
  changeAccess: oc.input(accessChange),
};
