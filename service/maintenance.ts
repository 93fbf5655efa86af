import { forgetAccessTokens } from './access/access-token.ts';
import { forgetOldFailures } from './access/throttle.ts';
import { maintainCounts } from './database/count-maintenance.ts';
import { maintaining } from './database/maintaining.ts';
import type { Database } from './database/schema.ts';
import { forgetDeleted } from './deletion/deleted-records.ts';
import { forgetMoves } from './modules/threats/moved-threats.ts';
import { forgetAnswers } from './protocol/idempotency.ts';

/**
 * Does work that no request should wait for: deletes expired data, and maintains the counts of records.
 * Any instance can call this at any time, because each part runs in only one instance at a time.
 */
export const maintain = async (database: Database, now: Date): Promise<void> => {
  await maintaining(database, async (transaction) => {
    await forgetAccessTokens(transaction, now);
    await forgetOldFailures(transaction, now);
    await forgetAnswers(transaction, now.toISOString());
    await forgetDeleted(transaction, now);
    await forgetMoves(transaction);
  });
  await maintainCounts(database);
};
