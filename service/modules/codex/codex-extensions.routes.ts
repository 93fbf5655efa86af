import { contract } from '#shared/api/contract.ts';
import { fromJson, toJson } from '../../database/json-text.ts';
import type { Database } from '../../database/schema.ts';
import { after } from '../../database/stamped.ts';
import { implementer } from '../../protocol/request-context.ts';

const api = implementer(contract.codexExtensions);

/** The ID of the only row, because the service has only one codex. */
const id = 'codex';
const none = { rules: [], frameworks: [], disabledRules: [] };

const stored = async (database: Database) =>
  await database.selectFrom('codex_extensions').selectAll().where('id', '=', id).executeTakeFirst();

export const codexExtensionRoutes = api.router({
  get: api.get.handler(async ({ context: { database } }) => {
    const row = await stored(database);
    return row
      ? { data: fromJson(row.data), updated_at: row.updated_at }
      : { data: none, updated_at: null };
  }),

  replace: api.replace.handler(async ({ input: { data }, context: { database, now } }) => {
    const before = await stored(database);
    // Each change gets a later time, so that it also gets a new ETag.
    const updated_at = before ? after(before.updated_at, now) : now;
    const facts = { updated_at, data: toJson(data) };
    await database
      .insertInto('codex_extensions')
      .values({ id, ...facts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
      .execute();
    return { data, updated_at };
  }),
});
