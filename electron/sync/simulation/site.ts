import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createUser } from '#service/provision.ts';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
} from '#service/service.ts';
import { createApiClient } from '../../connection/api-client.ts';
import { createConnectionFetch } from '../../connection/connection-fetch.ts';
import type { Fetch } from '../../connection/fetch.ts';
import { tokensInText } from './ledger.ts';
import { plainService } from './network.ts';
import { acceptedWrites, targetOf } from './parts-of.ts';
import { contentOfService } from './service-content.ts';
import type { Clock } from './virtual-time.ts';
import type { Seen } from './visible.ts';

type Options = { clock: Clock; isPlain: boolean };
type Database = ReturnType<typeof openSqlite>;

const baseUrl = 'http://service.invalid/api/v1';
/** The lifetime of an access token, in seconds. It is short, so that tokens expire during the run. */
const tokenLifetimeSeconds = 300;
const scopes = ['*:read', '*:write'];

/**
 * Opens the real service in this process, on a database that can be backed up and restored. Its users
 * are Ann, who owns everything, and Bob, who sees only collections that he was given access to.
 */
export const openSite = async ({ clock, isPlain: isPlainAtFirst }: Options) => {
  let isPlain = isPlainAtFirst;
  let skew = 0;
  let backups = 0;
  let backup: string | null = null;
  let folder: string | null = null;
  let isRestored = false;
  let isWithdrawn = false;
  let withdrawals = 0;

  const file = (name: string): string => {
    folder ??= mkdtempSync(join(tmpdir(), 'parapet-simulation-'));
    return join(folder, name);
  };

  const serve = (database: Database) => ({
    database,
    service: createService({
      database,
      logger: { info: () => {}, error: () => {} },
      now: () => new Date(clock.now() + skew),
      tokenLifetimeSeconds,
    }),
  });

  const created = openSqlite(':memory:');
  await migrate(created);
  let current = serve(created);

  const ann = await ensureOwner(created, { email: 'ann@x.org', firstName: 'Ann', lastName: 'Lee' });
  const bob = await createUser(created, {
    email: 'bob@x.org',
    firstName: 'Bob',
    lastName: 'Ray',
    role: 'user',
    scopes: [],
  });
  const tokens = {
    ann: await issueApiToken(created, { userId: ann.id, name: 'ann', scopes }),
    bob: await issueApiToken(created, { userId: bob.id, name: 'bob', scopes }),
  };

  const arrivalTimes = new Map<string, number>();
  const changes = new Map<string, number>();
  /**
   * Stores the times at which the service accepted words and changes. A refused request, such as one
   * with an old ETag, does not count, because it changes nothing and may arrive again later.
   */
  const noteAccepted = async (request: Request, answer: Response): Promise<void> => {
    for (const part of await acceptedWrites(request, answer)) {
      for (const token of tokensInText(part.text)) {
        if (!arrivalTimes.has(token)) arrivalTimes.set(token, clock.elapsed());
      }
      if (part.method === 'PATCH') changes.set(targetOf(part), clock.elapsed());
    }
  };

  const whole: Fetch = async (request) => {
    const copy = request.clone();
    const answer = await clock.during(current.service.fetch(request));
    await noteAccepted(copy, answer);
    return answer;
  };
  const plain = plainService(whole);
  const reach: Fetch = (request) => (isPlain ? plain(request) : whole(request));

  const client = (user: keyof typeof tokens, fetch: Fetch) =>
    createApiClient(
      baseUrl,
      createConnectionFetch({ baseUrl, fetch, credentials: () => Promise.resolve(tokens[user]) }),
    );

  /** Gives Bob write access to every collection, or withdraws it. */
  const grant = async (isGranted: boolean): Promise<void> => {
    const { database } = current;
    isWithdrawn = !isGranted;
    if (isWithdrawn) withdrawals += 1;
    await database.deleteFrom('collection_user_access').where('user_id', '=', bob.id).execute();
    if (!isGranted) return;
    const collections = await database.selectFrom('collections').select('id').execute();
    const rows = collections.map(({ id }) => ({
      user_id: bob.id,
      collection_id: id,
      permission: 'write' as const,
    }));
    if (rows.length > 0) await database.insertInto('collection_user_access').values(rows).execute();
  };

  return {
    file,
    annId: ann.id,
    reach,
    client,
    /** Reads records with all fields, even those that a plain service does not show. */
    everything: client('ann', whole),
    content: (): Promise<Seen[]> => contentOfService(current.database),
    knowsKeys: (): boolean => !isPlain,
    /** True if the service had nothing beyond the specification at the beginning. */
    startedPlain: isPlainAtFirst,
    grant,

    /** Gives the service all of our extensions. */
    upgrade: (): void => {
      isPlain = false;
    },
    stepClock: (ms: number): void => {
      skew += ms;
    },
    backUp: async (): Promise<void> => {
      backup = file(`backup-${(backups += 1)}.db`);
      await sql`vacuum into ${sql.lit(backup)}`.execute(current.database);
    },
    /** Restores the service from its backup. Returns false if there is no backup. */
    restore: async (): Promise<boolean> => {
      if (backup === null) return false;
      await current.database.destroy();
      current = serve(openSqlite(backup));
      backup = null;
      isRestored = true;
      // Bob now has only the access that he had in the backup, so this counts as another withdrawal.
      withdrawals += 1;
      return true;
    },
    wasRestored: (): boolean => isRestored,
    /** True while Bob has no access. */
    isWithdrawn: (): boolean => isWithdrawn,
    /** The number of times that Bob's access was withdrawn. */
    withdrawals: (): number => withdrawals,
    /**
     * Returns the time at which the service first accepted a word, in milliseconds after the start, or 0
     * if it never did.
     */
    arrivalOf: (token: string): number => arrivalTimes.get(token) ?? 0,
    /**
     * Returns the time at which the service last accepted a change of a record, in milliseconds after
     * the start, or minus infinity if it never did.
     */
    changeOf: (id: string): number => changes.get(id) ?? Number.NEGATIVE_INFINITY,
    close: async (): Promise<void> => {
      await current.database.destroy();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Site = Awaited<ReturnType<typeof openSite>>;
