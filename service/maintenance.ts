import { forgetAccessTokens } from './access/access-token.ts';
import { forgetOldFailures } from './access/throttle.ts';
import { maintainCounts } from './database/count-maintenance.ts';
import type { Database } from './database/schema.ts';
import { forgetAnswers } from './protocol/idempotency.ts';

/**
 * What no request has to wait for: forgets what has expired, and keeps counting fast. Any instance
 * may do it at any time, also several at once.
 */
export const maintain = async (database: Database, now: Date): Promise<void> => {
  await forgetAccessTokens(database, now);
  await forgetOldFailures(database, now);
  await forgetAnswers(database, now.toISOString());
  await maintainCounts(database);
};
