import { z } from 'zod';

/** The embedded service: there from the first start, and not to be removed. */
export const thisComputer = { id: 'this-computer', name: 'This computer' } as const;

/** Where the way to a service can end; the window has words for each, and the field concerned. */
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
] as const;
export const problemKindSchema = z.enum(problemKinds);
export type ConnectionProblemKind = z.infer<typeof problemKindSchema>;

const connectionProblem = z.object({
  kind: problemKindSchema,
  /** Of `missing_scope`: the names of all that are missing. */
  scopes: z.array(z.string()).optional(),
  /** Of `too_many_requests`: when to try again, where the service says it. */
  seconds: z.number().int().optional(),
  /** What the service or the system said. */
  detail: z.string().optional(),
});
export type ConnectionProblem = z.infer<typeof connectionProblem>;

/** What a person gives; the secret goes in here and never comes back. */
export const connectionCandidate = z.object({
  /** `null` for a new one. */
  id: z.string().nullable(),
  baseUrl: z.string().trim().max(2000),
  clientId: z.string().trim().min(1).max(500),
  /** `null` keeps the one that is there, which a changed host does not get. */
  secret: z.string().min(1).max(1000).nullable(),
});
export const savedConnection = connectionCandidate.extend({
  name: z.string().trim().min(1).max(100),
});
export type ConnectionCandidate = z.infer<typeof connectionCandidate>;
export type SavedConnection = z.infer<typeof savedConnection>;

/**
 * `kept`: by the system's secret store. `session`: in memory, until the app ends. `missing`: it has
 * to be given again. `none`: none is needed.
 */
const secretState = z.enum(['kept', 'session', 'missing', 'none']);

const listedConnection = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty for this computer, as is the client id. */
  baseUrl: z.string(),
  clientId: z.string(),
  secret: secretState,
});
export type ListedConnection = z.infer<typeof listedConnection>;

/**
 * Why the copy of a connection on this computer cannot be used. `damaged`: what is in the file is no
 * store any more. `newer`: another version of the program has made it. `full`: there is no room to
 * write. `denied`: the system does not let it be opened or written. `unreadable`: anything else.
 */
const storeProblemKinds = ['damaged', 'newer', 'full', 'denied', 'unreadable'] as const;
export type StoreProblemKind = (typeof storeProblemKinds)[number];

const storeProblem = z.object({
  kind: z.enum(storeProblemKinds),
  fileName: z.string(),
  /** What the system said. */
  detail: z.string(),
  /** Of a damaged one: how many changes that were not sent can still be read in it. */
  unsent: z.number().int().nullable(),
});
export type StoreProblem = z.infer<typeof storeProblem>;

export const connectionList = z.object({
  openId: z.string(),
  /** Why nothing can be shown of the one that is open; `null` while it can. */
  problem: storeProblem.nullable(),
  connections: z.array(listedConnection),
  /** Whether the system has a secret store. */
  keepsSecrets: z.boolean(),
});
export type ConnectionList = z.infer<typeof connectionList>;

/** What the first read showed; a count is `null` where the service does not say it. */
const foundThere = z.object({
  collections: z.number().int().nullable(),
  threatModels: z.number().int().nullable(),
  /** Without these scopes nothing can be changed there; looking is possible. */
  missingWriteScopes: z.array(z.string()),
});
export type FoundThere = z.infer<typeof foundThere>;

const failedCheck = z.object({ ok: z.literal(false), problem: connectionProblem });
export const connectionCheck = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), found: foundThere }),
  failedCheck,
]);
export type ConnectionCheck = z.infer<typeof connectionCheck>;

/** Only what works is saved; `found` is `null` where nothing but the name was changed. */
export const connectionSaved = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), id: z.string(), found: foundThere.nullable() }),
  failedCheck,
]);
export type ConnectionSaved = z.infer<typeof connectionSaved>;

/** Nothing is removed while changes wait to be sent, unless they are given up on purpose. */
export const connectionRemoval = z.object({ id: z.string(), discardUnsent: z.boolean() });
export const removedConnection = z.object({
  removed: z.boolean(),
  unsent: z.number().int(),
  /** The name that its copy was given where it could not be read, and so was not deleted. */
  keptAs: z.string().nullable(),
});
