import type { Fetch } from '../../connection/fetch.ts';
import { tokensInText, type Ledger } from './ledger.ts';

type Dependencies = {
  fetch: Fetch;
  ledger: Ledger;
  /** True if the service supports idempotency keys: then a create is made only once. */
  knowsKeys: () => boolean;
};

const isCreate = ({ method, url }: Request): boolean =>
  method === 'POST' && !url.endsWith('/auth') && !url.endsWith('/restore');

/**
 * Notes the words that one person sent without an answer, until another answer shows that they
 * arrived. These are new words in updates, and all words in creates at a service without idempotency
 * keys. If others remove such a word first, nobody can tell this from a request that never arrived.
 */
export const noticeUnanswered = ({ fetch, ledger, knowsKeys }: Dependencies): Fetch => {
  const waiting = new Set<string>();
  const known = new Set<string>();

  const sentBy = async (request: Request): Promise<readonly string[]> => {
    if (request.method === 'PATCH') {
      return [...tokensInText(await request.clone().text())].filter((token) => !known.has(token));
    }
    return isCreate(request) && !knowsKeys() ? [...tokensInText(await request.clone().text())] : [];
  };

  const hear = (tokens: ReadonlySet<string>): void => {
    for (const token of tokens) known.add(token);
    ledger.answered([...tokens].filter((token) => waiting.delete(token)));
  };

  return async (request) => {
    const sent = await sentBy(request);
    for (const token of sent) waiting.add(token);
    ledger.asked(sent);
    const answer = await fetch(request);
    if (answer.ok) hear(tokensInText(await answer.clone().text()));
    return answer;
  };
};
