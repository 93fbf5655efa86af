import type { Fetch } from '../../connection/fetch.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import { partsOf } from './parts-of.ts';
import type { Site } from './site.ts';
import { under } from './visible.ts';

type Dependencies = { reach: Fetch; site: Site; ledger: Ledger };

const restoredId = /\/([^/]+)\/restore$/;

/**
 * Returns a `fetch` for one person that notices restored records and allows all words in them to return.
 * Restoring a record also restores what others created in it, even if the person never saw it.
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
