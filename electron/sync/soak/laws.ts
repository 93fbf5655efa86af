import type { Entry } from './diary.ts';
import { changesBetween, wordsIn, type Facts } from './facts.ts';
import { isGivenUp, threadsAtService, type History, type Thread } from './history.ts';
import type { Identities } from './identities.ts';
import { mayLoseName } from './lost-names.ts';
import type { Races } from './races.ts';

/** Everything known about a run after it has settled. */
export type Evidence = {
  entries: readonly (Entry & { who: string })[];
  identities: Identities;
  history: History;
  races: Races;
  /**
   * For each person, the facts in the store, with the IDs of the service, and the facts that the service
   * shows this person.
   */
  people: ReadonlyMap<string, { store: Facts; service: Facts; integrity: string }>;
  service: Facts;
  /** Reasons why the run did not settle. */
  unrest: readonly string[];
  /** Processes that ended by themselves. */
  crashes: readonly string[];
};

/** A violation of a law. `about` has the records, elements, and words to search the diaries for. */
export type Breach = { law: string; text: string; about: readonly string[] };

type Law = (evidence: Evidence) => Omit<Breach, 'law'>[];

const about = ({ subject, atom }: Thread): string[] => [subject, atom];
const textOf = ({ key, atom }: Thread): string => `${key} = ${atom}`;

/**
 * Tells if somebody deleted the element that has the reference. An element is written before its
 * reference to a component, so others may delete the element without having seen the reference.
 */
const isDeletedWithElement = ({ key, subject, claim }: Thread, history: History): boolean => {
  const element = history.presenceOf(subject);
  return (
    key.endsWith(' data.componentId') &&
    element !== undefined &&
    isGivenUp({ claim, givenUp: element.givenUp })
  );
};

/**
 * Tells if somebody confirmed a delete although others had changed the record. The delete also counts if
 * somebody brings the value back later, because that person may not know of the delete yet.
 */
const isDeletedAllTheSame = ({ subject, claim }: Thread, history: History): boolean =>
  history
    .choicesAbout(subject)
    .some(
      ({ type, mine, at }) =>
        type === 'editedThere' && mine && (claim === null || claim.isReturn || at > claim.at),
    );

/**
 * Tells if somebody else ended a hold and kept their own version of everything. This version replaces what
 * others wrote before, even if that person has not seen it.
 */
const isReplacedWithAll = ({ claim }: Thread, { choices }: History): boolean =>
  claim !== null &&
  choices.some(
    ({ type, mine, who, at }) =>
      type === 'endHold' && mine && who !== claim.who && (claim.isReturn || at > claim.at),
  );

/**
 * Tells if the value is the parent of an element that another person placed elsewhere. A position is
 * relative to the parent, so both are merged as one field: whoever set the position also set the parent.
 */
const isPlacedByOthers = (
  { key, subject, claims, claim }: Thread,
  { threads }: History,
  isAtService: (thread: Thread) => boolean,
): boolean =>
  key.endsWith(' parentId') &&
  threads.some(
    (each) =>
      each.subject === subject &&
      each.key.endsWith(' position') &&
      isAtService(each) &&
      each.claims.some(({ who, at }) => who !== claim?.who && at > (claims[0]?.at ?? Infinity)),
  );

const nothingIsLost: Law = ({ history, service, identities, races }) => {
  const isAtService = threadsAtService(service, identities);
  return history.threads
    .filter(
      (thread) =>
        thread.claim !== null &&
        !isAtService(thread) &&
        !isGivenUp(thread) &&
        !mayLoseName(thread, history, isAtService) &&
        !isDeletedWithElement(thread, history) &&
        !isDeletedAllTheSame(thread, history) &&
        !isReplacedWithAll(thread, history) &&
        !isPlacedByOthers(thread, history, isAtService) &&
        !races.wasTakenAlong(thread),
    )
    .map((thread) => ({
      text: `${textOf(thread)}, by ${thread.claim?.who} (${thread.claim?.what})`,
      about: about(thread),
    }));
};

/** A removed record or element. `from` has the holder, for example the canvas, and the subject. */
type Removed = { who: string; at: number; what: string; subject: string; from: string };

/**
 * Tells if the person deleted an ancestor of the record or element with it or later, and after that kept a
 * record inside that ancestor. Keeping a record also restores its ancestors, with everything that the
 * service has in them.
 */
const isKeptAround = (
  { who, at, subject }: Removed,
  removed: readonly Removed[],
  { choices, lineOf }: History,
): boolean => {
  const line = lineOf(subject);
  const around = removed.filter(
    (each) => each.who === who && each.at >= at && line.has(each.subject),
  );
  return choices.some(
    (choice) =>
      choice.type === 'editedThere' &&
      !choice.mine &&
      choice.who === who &&
      around.some((each) => choice.at > each.at && lineOf(choice.subject ?? '').has(each.subject)),
  );
};

/** A deleted record or element exists only if somebody restored it. */
const nothingComesBack: Law = ({ history, service, identities, entries }) => {
  const isAtService = threadsAtService(service, identities);
  const taken = entries.flatMap(({ who, type, at, what, changes = [] }) => {
    if (type !== 'did' && type !== 'chose') return [];
    const present = (side: 1 | 2): Map<string, string> =>
      new Map(
        changes.flatMap((change): [string, string][] => {
          const value = change[side];
          const named = value === null ? null : identities.named(change[0], value);
          if (!named || named.key !== named.subject) return [];
          return [[named.subject, `${named.holder} ${named.subject}`]];
        }),
      );
    // An element that moves to another canvas keeps its ID, so it does not count as removed.
    const staying = present(2);
    return [...present(1)].map(([subject, from]) => ({
      who,
      at,
      what,
      subject,
      from,
      isMoved: staying.has(subject),
    }));
  });
  /** Tells if another person moved the element away from the canvas from which it was removed. */
  const wasMoved = ({ who, from }: Removed): boolean =>
    taken.some((each) => each.isMoved && each.from === from && each.who !== who);
  const removed = taken.filter(({ isMoved }) => !isMoved);
  return removed.flatMap((each) => {
    const { who, at, what, subject } = each;
    const presence = history.presenceOf(subject);
    if (!presence || !isAtService(presence)) return [];
    const isNew = (presence.claim?.at ?? 0) > at;
    if (presence.wasBroughtBack || isNew || history.choicesAbout(subject).length > 0) return [];
    if (isKeptAround(each, removed, history) || wasMoved(each)) return [];
    return [{ text: `${subject}, which ${who} took away (${what})`, about: [subject] }];
  });
};

/** Returns the locations of each word. A location is listed as often as it has the word. */
const locationsOfWords = (service: Facts): Map<string, string[]> => {
  const locations = new Map<string, string[]>();
  for (const [key, value] of service) {
    const [kind, id, , elementId] = key.split(' ');
    // An element repeats the name of its component and the IDs of other elements, so the words in these
    // fields do not count.
    if (/ (?:source|target|parentId|data\.label)$/.test(key)) continue;
    const location = elementId === undefined ? `${kind} ${id}` : `canvas ${id} ${elementId}`;
    for (const word of wordsIn(value)) {
      locations.set(word, [...(locations.get(word) ?? []), location]);
    }
  }
  return locations;
};

/**
 * Returns the elements that a person changed on a canvas from which somebody else had moved them. The
 * change keeps such an element on that canvas too.
 */
const keptWhereMoved = ({ entries, identities }: Evidence): ReadonlySet<string> => {
  const movers = new Map<string, string>();
  const kept = new Set<string>();
  for (const { who, type, changes = [] } of entries) {
    if (type !== 'did' && type !== 'chose') continue;
    const elements = changes.map(([key, before, after]) => {
      const { subject, holder, ...named } = identities.named(key, before ?? after ?? '');
      return { subject, isPresence: named.key === subject, from: `${holder} ${subject}`, after };
    });
    const added = new Set(
      elements.filter((each) => each.isPresence && each.after !== null).map((each) => each.subject),
    );
    for (const { subject, isPresence, from, after } of elements) {
      const mover = movers.get(from);
      if (after !== null && mover !== undefined && mover !== who) kept.add(subject);
      if (isPresence && after === null && added.has(subject)) movers.set(from, who);
    }
  }
  return kept;
};

/**
 * Returns the words that may exist twice: words in records that were restored or created again, words
 * that were written twice, and words in `kept` elements.
 */
const mayBeTwice = (history: History, kept: ReadonlySet<string>): ReadonlySet<string> => {
  const firstTimes = new Map<string, number>();
  for (const { atom, claims } of history.threads) {
    const times = claims.map(({ at }) => at);
    firstTimes.set(atom, Math.min(...times, firstTimes.get(atom) ?? Infinity));
  }
  const written = new Set<string>();
  const again = new Set<string>();
  for (const thread of history.threads) {
    const { atom, key, subject, claims, wasBroughtBack } = thread;
    const [claim] = claims;
    if (!/^w\d+$/.test(atom) || !claim || key.endsWith(' data.label')) continue;
    // Sync may copy a label to the title of the component. That copy is no edit by a person. If a person
    // later copies the component, the title of the copy is the first edit that gave a title this word.
    // So the word is also allowed twice if a person gave it to another field earlier.
    const isElsewhere = written.has(atom) || claim.at > (firstTimes.get(atom) ?? claim.at);
    written.add(atom);
    const isAgain =
      kept.has(subject) ||
      history.presenceOf(subject)?.wasBroughtBack === true ||
      history.choicesAbout(subject).some(({ mine }) => mine);
    if (isElsewhere || wasBroughtBack || isAgain) again.add(atom);
  }
  return again;
};

/** A word that was written once exists once. */
const nothingIsTwice: Law = (evidence) => {
  const { history, service } = evidence;
  const allowed = mayBeTwice(history, keptWhereMoved(evidence));
  return [...locationsOfWords(service)]
    .filter(([word, locations]) => locations.length > 1 && !allowed.has(word))
    .map(([word, locations]) => ({ text: `${word} in ${locations.join(', ')}`, about: [word] }));
};

const allHaveTheSame: Law = ({ people }) =>
  [...people].flatMap(([who, { store, service }]) =>
    changesBetween(service, store).map(([key, atService, inStore]) => ({
      text: `${key} is ${inStore} at ${who} and ${atService} at the service`,
      about: key.split(' ').slice(1, 4),
    })),
  );

/** At the service and in every store, the nodes and components that elements refer to exist. */
const everyReferenceResolves: Law = ({ people, service, identities, history, races }) => {
  const isDangling = (facts: Facts, key: string, value: string): boolean => {
    const [, canvasId, , , field] = key.split(' ');
    const id: unknown = JSON.parse(value);
    if (field === 'source' || field === 'target' || field === 'parentId') {
      return !facts.has(`canvas ${canvasId} node ${String(id)}`);
    }
    return field === 'data.componentId' && !facts.has(`component ${String(id)}`);
  };
  /** Tells if a person deleted the component, or an ancestor of it, while another person used it. */
  const isDeleted = (value: string): boolean => {
    const id = String(JSON.parse(value));
    const presence = history.presenceOf(identities.nameOf('component', id));
    return (
      presence !== undefined &&
      identities.wasEverAtService('component', id) &&
      (presence.givenUp.size > 0 ||
        isDeletedAllTheSame(presence, history) ||
        races.wasTakenAlong(presence))
    );
  };
  const dangling = new Map<string, string[]>();
  for (const [who, facts] of [
    ['the service', service] as const,
    ...[...people].map(([name, { store }]) => [name, store] as const),
  ]) {
    for (const [key, value] of facts) {
      if (!isDangling(facts, key, value) || isDeleted(value)) continue;
      const text = `${key} names ${value}`;
      dangling.set(text, [...(dangling.get(text) ?? []), who]);
    }
  }
  return [...dangling].map(([text, forWhom]) => ({
    text: `${text}, which is not there for ${forWhom.join(', ')}`,
    about: [text.split(' ')[3] ?? '', text.split('"')[1] ?? ''],
  }));
};

const allComesToRest: Law = ({ unrest }) => unrest.map((text) => ({ text, about: [] }));

const nobodyCrashes: Law = ({ crashes, entries }) => [
  ...crashes.map((text) => ({ text, about: [] })),
  ...entries
    .filter(({ type }) => type === 'broke')
    .map(({ who, what }) => ({ text: `${who}: ${what}`, about: [] })),
];

const storesAreWhole: Law = ({ people }) =>
  [...people].flatMap(([who, { integrity }]) =>
    integrity === 'ok' ? [] : [{ text: `the store of ${who}: ${integrity}`, about: [] }],
  );

/** The laws that hold once everything has settled. */
const laws = {
  'nobody crashes': nobodyCrashes,
  'every store is whole': storesAreWhole,
  'all comes to rest': allComesToRest,
  'nothing is lost': nothingIsLost,
  'nothing comes back': nothingComesBack,
  'nothing is there twice': nothingIsTwice,
  'all have the same': allHaveTheSame,
  'every reference resolves': everyReferenceResolves,
} satisfies Record<string, Law>;

export const breachesOf = (evidence: Evidence): Breach[] =>
  Object.entries(laws).flatMap(([law, find]) => find(evidence).map((each) => ({ law, ...each })));
