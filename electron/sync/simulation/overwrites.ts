import type { Fetch } from '../../connection/fetch.ts';
import { tokensIn, type Ledger } from './ledger.ts';

type Dependencies = {
  reach: Fetch;
  ledger: Ledger;
  /** True if the service supports ETags, so that nothing is overwritten unseen. */
  knowsVersions: () => boolean;
};

const answerText = async (answer: Response): Promise<string> =>
  answer.ok ? await answer.clone().text() : '';

const tokensOf = (text: string): Set<string> => tokensIn(text === '' ? null : JSON.parse(text));

const elementIds = /"id":"((?:node|edge|copy)-[^"]+|[0-9a-f-]{36})"/g;

/**
 * Returns a `fetch` for one person that notices when a PATCH overwrites changes that others made since
 * the person last read the record. It reports to the ledger which words the PATCH overwrote or brought
 * back. Without ETags, no client can prevent this (see "Limits" in docs/sync.md).
 */
export const noticeOverwrites = ({ reach, ledger, knowsVersions }: Dependencies): Fetch => {
  const lastSeen = new Map<string, string>();

  const patch: Fetch = async (request) => {
    const { url, headers } = request;
    const authorization = headers.get('authorization') ?? '';
    const before = await answerText(await reach(new Request(url, { headers: { authorization } })));
    const answer = await reach(request);
    const after = await answerText(answer);
    if (after !== '' && before !== lastSeen.get(url)) {
      const [was, is] = [tokensOf(before), tokensOf(after)];
      ledger.forgiveOverwritten(
        [...was].filter((token) => !is.has(token)),
        is,
        new Set([...before.matchAll(elementIds)].map(([, id]) => id ?? '')),
      );
    }
    lastSeen.set(url, after);
    return answer;
  };

  let hadVersions = true;

  return async (request) => {
    hadVersions &&= knowsVersions();
    // A request prepared before the service supported ETags has no `If-Match` header. So even after
    // the upgrade, it may overwrite what other people wrote.
    const isGuarded = knowsVersions() && request.headers.has('if-match');
    if (hadVersions || isGuarded) return await reach(request);
    if (request.method === 'PATCH') return await patch(request);
    const answer = await reach(request);
    if (request.method === 'GET') lastSeen.set(request.url, await answerText(answer));
    return answer;
  };
};
