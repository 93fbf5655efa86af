import { z } from 'zod';

/** The connection to the built-in service. It exists from the first start and cannot be removed. */
export const thisComputer = { id: 'this-computer', name: 'This computer' } as const;

/**
 * The reasons why the app cannot connect to a service. The window has a text for each of them, and knows
 * which field of its form the person has to correct.
 */
const problemKinds = [
  'address_invalid',
  'address_insecure',
  'host_unknown',
  'connection_refused',
  'timeout',
  'proxy',
  'no_network',
  'unreachable',
  'certificate_unknown_authority',
  'certificate_other_host',
  'certificate_date',
  'certificate_revoked',
  'certificate_invalid',
  'no_secure_connection',
  'redirected',
  'not_this_api',
  'wrong_credentials',
  'token_expired',
  'missing_scope',
  'address_not_allowed',
  'account_disabled',
  'too_many_requests',
  'server_error',
  'refused',
  'secret_needed',
  'service_not_allowed',
] as const;
export const problemKindSchema = z.enum(problemKinds);
export type ConnectionProblemKind = z.infer<typeof problemKindSchema>;

const connectionProblem = z.object({
  kind: problemKindSchema,
  /** For `missing_scope`: the names of all missing scopes. */
  scopes: z.array(z.string()).optional(),
  /** For `too_many_requests`: the seconds until the app may retry, if the service says so. */
  seconds: z.number().int().optional(),
  /** The message of the service or the system. */
  detail: z.string().optional(),
});
export type ConnectionProblem = z.infer<typeof connectionProblem>;

/** A person's input for a connection. The secret is never sent back to the window. */
export const connectionCandidate = z.object({
  /** `null` for a new connection. */
  id: z.string().nullable(),
  baseUrl: z.string().trim().max(2000),
  clientId: z.string().trim().min(1).max(500),
  /**
   * `null` stands for the stored secret. If the host or the client ID has changed, a new secret is
   * needed.
   */
  secret: z.string().min(1).max(1000).nullable(),
});
export const savedConnection = connectionCandidate.extend({
  name: z.string().trim().min(1).max(100),
});
export type ConnectionCandidate = z.infer<typeof connectionCandidate>;
export type SavedConnection = z.infer<typeof savedConnection>;

/**
 * The location of the secret of a connection. `kept`: in the system's secret store. `session`: in memory
 * until the app ends. `missing`: the person has to enter it again. `none`: the connection needs no
 * secret.
 */
const secretState = z.enum(['kept', 'session', 'missing', 'none']);

const listedConnection = z.object({
  id: z.string(),
  name: z.string(),
  /** The address of the service. `baseUrl` and `clientId` are empty for “This computer”. */
  baseUrl: z.string(),
  clientId: z.string(),
  secret: secretState,
  /** False if the organization does not allow the service, so the connection cannot be opened. */
  isAllowed: z.boolean(),
});
export type ListedConnection = z.infer<typeof listedConnection>;

/**
 * Why a store cannot be used. `damaged`: the file is not a valid store. `newer`: a newer version of the
 * app has written the file. `full`: the disk is full. `denied`: the system does not allow the app to
 * open or write the file. `unreadable`: any other reason.
 */
const storeProblemKinds = ['damaged', 'newer', 'full', 'denied', 'unreadable'] as const;
export type StoreProblemKind = (typeof storeProblemKinds)[number];

const storeProblem = z.object({
  kind: z.enum(storeProblemKinds),
  fileName: z.string(),
  /** The message of the system. */
  detail: z.string(),
  /** For a damaged store: the number of unsynced changes that can still be read from it. */
  unsent: z.number().int().nullable(),
});
export type StoreProblem = z.infer<typeof storeProblem>;

/** The settings that an administrator has made for this computer. */
const managed = z.object({
  /** The addresses of the allowed services, or `null` if all services are allowed. */
  allowedServices: z.array(z.string()).nullable(),
  /** A BCP 47 tag, or `null` if each person chooses. */
  language: z.string().nullable(),
  /** True if the app looks for updates, or `null` if each person chooses. */
  updates: z.boolean().nullable(),
  /**
   * Why the file with these settings cannot be used, or `null` if there is no problem. If there is a
   * problem, no service is allowed.
   */
  problem: z.object({ path: z.string(), reason: z.string() }).nullable(),
});
export type Managed = z.infer<typeof managed>;

export const connectionList = z.object({
  openId: z.string(),
  /** Why the app cannot show any data of the open connection, or `null` if it can. */
  problem: storeProblem.nullable(),
  connections: z.array(listedConnection),
  /** True if the system has a secret store. */
  keepsSecrets: z.boolean(),
  managed,
});
export type ConnectionList = z.infer<typeof connectionList>;

/**
 * The result of the first requests to a service. A count is `null` if the service does not return it.
 */
const firstRead = z.object({
  collections: z.number().int().nullable(),
  threatModels: z.number().int().nullable(),
  /** The write scopes that the credentials lack. Without these scopes, the connection is read-only. */
  missingWriteScopes: z.array(z.string()),
});
export type FirstRead = z.infer<typeof firstRead>;

const failedCheck = z.object({ ok: z.literal(false), problem: connectionProblem });
export const connectionCheck = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), found: firstRead }),
  failedCheck,
]);
export type ConnectionCheck = z.infer<typeof connectionCheck>;

/**
 * The result of saving a connection. A connection that does not work is not saved. If only the name
 * changed, the app did not check the connection, so `found` is `null`.
 */
export const connectionSaved = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), id: z.string(), found: firstRead.nullable() }),
  failedCheck,
]);
export type ConnectionSaved = z.infer<typeof connectionSaved>;

/** A connection with pending changes is removed only if `discardUnsent` is true. */
export const connectionRemoval = z.object({ id: z.string(), discardUnsent: z.boolean() });
export const removedConnection = z.object({
  removed: z.boolean(),
  unsent: z.number().int(),
  /**
   * The new file name of the store of a removed connection, if the store cannot be read and is therefore
   * renamed. `null` if the store was deleted, or if the connection was not removed.
   */
  renamedTo: z.string().nullable(),
});
