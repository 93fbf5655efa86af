import { problems } from '#shared/api/problem.ts';
import type { Rejection } from '#shared/desktop/sync.ts';
import { t } from '#shared/locales/texts.ts';

type RejectionText = {
  /** Why the change was rejected. */
  text: string;
  /** The service's message, if it says more. */
  detail: string | null;
};

const titles = new Set<string>(Object.values(problems).map(({ title }) => title));

/** Messages that only name a status: “Forbidden”, “Not Found”, “validation_failed”. */
const isBare = (reason: string): boolean =>
  titles.has(reason) ||
  /^The service answered \d+$/.test(reason) ||
  /^[A-Za-z]+(?:[ _-][A-Za-z]+){0,2}\.?$/.test(reason);

/** Returns a rejection in our words, which are in the person's language. The service's are not. */
export const rejectionText = ({ problem, reason }: Rejection): RejectionText =>
  problem === null
    ? { text: reason, detail: null }
    : { text: t(`sync:rejected.problem.${problem}`), detail: isBare(reason) ? null : reason };
