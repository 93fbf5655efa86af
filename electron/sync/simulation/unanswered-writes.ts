import type { Fetch } from '../../connection/fetch.ts';
import { tokensIn, tokensInText, type Ledger } from './ledger.ts';
import { partsOf, type Part } from './parts-of.ts';

type Dependencies = {
  fetch: Fetch;
  ledger: Ledger;
  /** True if the service supports idempotency keys, so that a repeated create makes only one record. */
  knowsKeys: () => boolean;
};

const isCreate = ({ method, path }: Part): boolean =>
  method === 'POST' && path !== '/auth' && !path.endsWith('/restore');

/** Returns the requests in a batch, or a single request, each with the words in its body. */
const wordsOfParts = async (request: Request): Promise<{ part: Part; words: string[] }[]> => {
  const parts = await partsOf(request);
  const isBatch = request.url.endsWith('/batch');
  const text = isBatch ? '' : await request.clone().text();
  return parts.map((part) => ({
    part,
    words: [...(isBatch ? tokensIn(part.body) : tokensInText(text))],
  }));
};

/**
 * Returns a `fetch` for one person that tracks sent words until an answer shows that they arrived. These
 * are new words in updates, and all words in creates at a service without idempotency keys. If others
 * remove such a word first, the sender cannot distinguish this from a request that never arrived, and
 * may send the word again.
 */
export const noticeUnanswered = ({ fetch, ledger, knowsKeys }: Dependencies) => {
  const waiting = new Set<string>();
  const known = new Set<string>();

  const sentBy = async (request: Request): Promise<readonly string[]> =>
    (await wordsOfParts(request)).flatMap(({ part, words }) => {
      if (part.method === 'PATCH') return words.filter((word) => !known.has(word));
      return isCreate(part) && !knowsKeys() ? words : [];
    });

  const hear = (tokens: ReadonlySet<string>): void => {
    for (const token of tokens) known.add(token);
    ledger.answered([...tokens].filter((token) => waiting.delete(token)));
  };

  const noticed: Fetch = async (request) => {
    const sent = await sentBy(request);
    for (const token of sent) waiting.add(token);
    ledger.asked(sent);
    const answer = await fetch(request);
    if (answer.ok) hear(tokensInText(await answer.clone().text()));
    return answer;
  };
  return { fetch: noticed, waiting: (): readonly string[] => [...waiting] };
};
