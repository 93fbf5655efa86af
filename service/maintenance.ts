import { forgetAccessTokens } from './access/access-token.ts';
import { forgetOldFailures } from './access/throttle.ts';
import { maintainCounts } from './database/count-maintenance.ts';
import { maintaining } from './database/maintaining.ts';
import type { Database } from './database/schema.ts';
import { forgetDeleted } from './deletion/deleted-records.ts';
import { forgetMoves } from './modules/threats/moved-threats.ts';
import { forgetAnswers } from './protocol/idempotency.ts';

/**
 * Does work that no request should wait for: deletes expired data, and maintains the counts of records. Any
 * instance can run it at any time. If several do, each part runs in only one of them.
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
