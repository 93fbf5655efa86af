import { problems } from '#shared/api/problem.ts';
import type { Rejection } from '#shared/desktop/sync.ts';
import { t } from '#shared/locales/texts.ts';

type RejectionText = {
  /** Why the change was rejected. */
  text: string;
  /** The service's message, or `null` if it does not say more than `text`. */
  detail: string | null;
};

const titles = new Set<string>(Object.values(problems).map(({ title }) => title));

/** Tells if a message only names a status, such as “Forbidden”, “Not Found”, or “validation_failed”. */
const isBare = (reason: string): boolean =>
  titles.has(reason) ||
  /^The service answered \d+$/.test(reason) ||
  /^[A-Za-z]+(?:[ _-][A-Za-z]+){0,2}\.?$/.test(reason);

/**
 * Problems that Parapet finds itself. The texts of these problems say everything, so they have no
 * detail.
 */
const ownProblems = new Set<Rejection['problem']>(['possibleDuplicate', 'unknownRecord']);

/**
 * Returns the text of a rejection in the person's language. The service's message is only a detail,
 * because it may be in another language.
 */
export const rejectionText = ({ problem, reason }: Rejection): RejectionText => {
  if (problem === null) return { text: reason, detail: null };
  const text = t(`sync:rejected.problem.${problem}`, { name: reason });
  return { text, detail: ownProblems.has(problem) || isBare(reason) ? null : reason };
};
