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

/** Problems that Parapet finds itself. Their text says everything. */
const ownProblems = new Set<Rejection['problem']>(['possibleDuplicate', 'unknownRecord']);

/** Returns a rejection in our words, which are in the person's language. The service's are not. */
export const rejectionText = ({ problem, reason }: Rejection): RejectionText => {
  if (problem === null) return { text: reason, detail: null };
  const text = t(`sync:rejected.problem.${problem}`, { name: reason });
  return { text, detail: ownProblems.has(problem) || isBare(reason) ? null : reason };
};
