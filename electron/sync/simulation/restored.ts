import type { Fetch } from '../../connection/fetch.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import { partsOf } from './parts-of.ts';
import type { Site } from './site.ts';
import { under } from './visible.ts';

type Dependencies = { reach: Fetch; site: Site; ledger: Ledger };

const restoredId = /\/([^/]+)\/restore$/;

/**
 * Restoring a record also restores records of others in it, even if the person never saw
 * those. This `fetch` of one person notices that, and allows the words in them to return.
 */
export const noticeRestored =
  ({ reach, site, ledger }: Dependencies): Fetch =>
  async (request) => {
    const parts = await partsOf(request);
    const ids = parts.flatMap(({ path }) => restoredId.exec(path)?.[1] ?? []);
    if (ids.length === 0) return await reach(request);
    const before = await site.content();
    const answer = await reach(request);
    const after = await site.content();
    for (const id of ids) {
      if (before.some((each) => each.id === id)) continue;
      for (const { content } of under(after, id)) ledger.allowAgain(tokensIn(content));
    }
    return answer;
  };
