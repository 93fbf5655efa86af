import { isGivenUp, type History, type Thread } from './history.ts';

/**
 * Tells if a name may be lost although nobody who saw it replaced it. That is possible because an
 * element's label and its component's title follow each other (see "Limits" in docs/sync.md).
 */
export const mayLoseName = (
  thread: Thread,
  history: History,
  isAtService: (thread: Thread) => boolean,
): boolean =>
  isName(thread.key) &&
  (isGivenUpElsewhere(thread, history) ||
    isReplacedByAuthor(thread, history) ||
    isCarriedBack(thread, history, isAtService) ||
    isCarriedBackElsewhere(thread, history, isAtService));

const isName = (key: string): boolean =>
  key.endsWith(' data.label') || (key.startsWith('component ') && key.endsWith(' title'));

/**
 * Tells if somebody gave up the same name elsewhere: in a title if the thread is about a label, or in a
 * label if it is about a title.
 */
const isGivenUpElsewhere = ({ key, atom }: Thread, { threads }: History): boolean => {
  const other = key.endsWith(' data.label') ? ' title' : ' data.label';
  return threads.some((each) => each.atom === atom && each.key.endsWith(other) && isGivenUp(each));
};

/**
 * Tells if the author of the name has given the record or element another name since. Another computer
 * may have copied the first name back for a while, so that it no longer counts as given up by the
 * author.
 */
const isReplacedByAuthor = ({ key, atom, claim }: Thread, { threads }: History): boolean =>
  claim !== null &&
  threads.some(
    (each) =>
      each.key === key &&
      each.atom !== atom &&
      each.claims.some(({ who, at }) => who === claim.who && at > claim.at),
  );

/**
 * Tells if somebody changed a name and changed it back, but the service has the name from in between.
 * While only the label or only the title has been changed back, another computer may overwrite it with a
 * copy of the other one.
 */
const isCarriedBack = (
  { key, claim }: Thread,
  { threads }: History,
  isAtService: (thread: Thread) => boolean,
): boolean =>
  claim !== null &&
  claim.isReturn &&
  threads.some(
    (each) =>
      each.key === key &&
      each.claims.some(({ who, at }) => who === claim.who && at < claim.at) &&
      isAtService(each),
  );

/** Tells if `isCarriedBack` is true for another label or title that got the same name later. */
const isCarriedBackElsewhere = (
  { key, atom, claim }: Thread,
  history: History,
  isAtService: (thread: Thread) => boolean,
): boolean =>
  history.threads.some(
    (each) =>
      each.atom === atom &&
      each.key !== key &&
      isName(each.key) &&
      (each.claim?.at ?? 0) > (claim?.at ?? 0) &&
      isCarriedBack(each, history, isAtService),
  );
