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
 * Notices creates of one person that got no answer from a service without idempotency keys, until
 * another answer tells the person that the record is there.
 */
export const noticeUnanswered = ({ fetch, ledger, knowsKeys }: Dependencies): Fetch => {
  const waiting = new Set<string>();

  const hear = (tokens: Iterable<string>): void => {
    const heard = [...tokens].filter((token) => waiting.delete(token));
    ledger.answered(heard);
  };

  return async (request) => {
    if (knowsKeys()) return await fetch(request);
    const sent = isCreate(request) ? tokensInText(await request.clone().text()) : new Set<string>();
    for (const token of sent) waiting.add(token);
    ledger.asked(sent);
    const answer = await fetch(request);
    if (waiting.size > 0 && answer.ok) hear(tokensInText(await answer.clone().text()));
    return answer;
  };
};
