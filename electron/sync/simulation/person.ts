import type { Conflict, ConflictSummary } from '#shared/desktop/sync.ts';
import { recordKinds } from '#shared/records/record-kinds.ts';
import type { Fetch } from '../../connection/fetch.ts';
import { createStore, type Store } from '../../store/store.ts';
import { createSyncEngine } from '../engine.ts';
import type { Chance } from './chance.ts';
import { createDecisions, type NotingOptions } from './decisions.ts';
import { gestures, type GestureName, type Work } from './gestures.ts';
import { tokensIn, tokensInText, type Ledger, type View } from './ledger.ts';
import type { Lineages } from './lineages.ts';
import { createNetwork } from './network.ts';
import { noticeOverwrites } from './overwrites.ts';
import { refusedCreates, rejectedCreates } from './parts-of.ts';
import { noticeRestored } from './restored.ts';
import type { Site } from './site.ts';
import { noticeTakenAlong } from './taken-along.ts';
import { noticeUnanswered } from './unanswered-writes.ts';
import type { Clock } from './virtual-time.ts';
import { differences, under, viewOf, type Seen } from './visible.ts';

export type Pencil = Pick<Work, 'chance' | 'word' | 'number'> & {
  /** Returns a separate pencil for one of the gestures in an event that has many. */
  part: (index: number) => Pencil;
};

type Dependencies = {
  who: string;
  user: 'ann' | 'bob';
  /**
   * The path of the store. It is a file if the app is killed or restarted during the run, so that the
   * content survives. Otherwise the store is in memory.
   */
  path: string;
  site: Site;
  clock: Clock;
  chance: Chance;
  ledger: Ledger;
  lineages: Lineages;
  /** Every ID that a component ever had at the service. */
  componentIds: Set<string>;
  /** Adds a line to the trace. */
  log: (what: string) => void;
  /** Reports a violated law before the end of the run. */
  complain: (law: string) => void;
};

const uuidOf = (word: string): string =>
  `00000000-0000-4000-8000-${word.slice(1).padStart(12, '0')}`;

/** Gestures that only restore or move what exists, so they write no new word. */
const leadBack = new Set<GestureName>([
  'undo',
  'redo',
  'restore a version',
  'move a node across',
  'move a threat',
]);

/** Creates a person who works in the app whether or not it can reach the service. */
export const createPerson = (dependencies: Dependencies) => {
  const { who, user, path, site, clock, chance, ledger, lineages } = dependencies;
  const { componentIds, log, complain } = dependencies;
  const { knowsKeys } = site;
  const direct = noticeOverwrites({ reach: site.reach, ledger, knowsVersions: knowsKeys });
  const careful = noticeTakenAlong({ who, reach: direct, site, clock, ledger, lineages });
  const reach = noticeRestored({ reach: careful, site, ledger });
  let skew = 0;
  let isCalm = false;
  /** The number of times that access had been withdrawn before the last full reading with access. */
  let withdrawalsPast = 0;
  const deletedCollections = new Set<string>();
  const broughtBack = new Set<string>();
  const earlier = { requests: 0, writes: 0, lastArrival: 0 };
  /** The last known ID of each record at the service. */
  const serviceIds = new Map<string, string>();
  /** Every pair of a record and an ID that it had at the service, as far as this person knew it. */
  const knownIds = new Set<string>();

  const learnIds = ({ idMap }: Store): void => {
    for (const kind of recordKinds) {
      for (const { id, serviceId } of idMap.known(kind)) {
        const former = serviceIds.get(id) ?? id;
        if (former !== serviceId) lineages.follow(former, serviceId);
        serviceIds.set(id, serviceId);
        knownIds.add(`${id} ${serviceId}`);
        if (kind === 'component') componentIds.add(serviceId);
      }
    }
  };

  const openApp = () => {
    const store = createStore({
      path,
      now: () => new Date(clock.now() + skew).toISOString(),
    });
    const network = createNetwork({
      clock,
      chance: chance.fork(),
      reach,
      knowsKeys,
      happened: (fault, { method, url }) =>
        log(`  ${method} ${new URL(url).pathname.slice('/api/v1'.length)}: ${fault}`),
      // A refused create that arrives again may succeed, because the person may have got access by then.
      // No client can prevent that.
      answeredFirst: async (request, answer) => {
        const creates = await refusedCreates(request, answer);
        ledger.allowAgain(creates.flatMap(({ text }) => [...tokensInText(text)]));
      },
    });
    if (isCalm) network.calm();
    // IDs are learned before each request, because others may delete a record before this person reads
    // it again.
    const fetch: Fetch = async (request) => {
      learnIds(store);
      const sent = request.clone();
      const answer = await network.fetch(request);
      // If a repeated create is rejected, the person may edit the record, so the next create has another
      // body and key. The first request may then still make a second record. No client can prevent that.
      if (network.lastArrival() > clock.elapsed()) {
        const creates = await rejectedCreates(sent, answer);
        ledger.allowAgain(creates.flatMap(({ text }) => [...tokensInText(text)]));
      }
      return answer;
    };
    const unanswered = noticeUnanswered({ fetch, ledger, knowsKeys });
    const engine = createSyncEngine({
      store,
      client: site.client(user, unanswered.fetch),
      connectionName: 'Simulation',
      changed: () => {},
      announce: () => {},
      log: () => {},
      elapsed: clock.elapsed,
    });
    engine.start();
    return {
      store,
      engine,
      network,
      leave: (): void => {
        // A create in flight may arrive after the restarted app has searched for the created record. The
        // create then makes a second record, so its words may exist twice.
        if (!knowsKeys()) ledger.allowAgain(unanswered.waiting());
        earlier.requests += network.counts.requests;
        earlier.writes += network.counts.writes;
        earlier.lastArrival = Math.max(earlier.lastArrival, network.lastArrival());
      },
    };
  };

  let app = openApp();

  const view = (): View => {
    learnIds(app.store);
    return viewOf(app, lineages.of);
  };

  /** Tells if the base already has a value, so that nothing has to be sent. */
  const isBase = (slot: string, value: string): boolean => {
    const { records, documents } = app.store;
    const [subject = '', field = ''] = slot.split(' ');
    return recordKinds.some((kind) =>
      records.all(kind).some((row) => {
        if (lineages.of(row.id) === subject) {
          return JSON.stringify(row.base?.[field] ?? null) === value;
        }
        const base = kind === 'canvas' ? documents.base(row.id) : null;
        const element = [...(base?.nodes ?? []), ...(base?.edges ?? [])].find(
          ({ id }) => id === subject,
        );
        return element !== undefined && JSON.stringify(element.data?.[field] ?? null) === value;
      }),
    );
  };

  const counts =
    (before: View, isNewCounted: boolean) =>
    (slot: string, value: string): boolean => {
      const [subject = '', field = ''] = slot.split(' ');
      // The removal of a value does not count as a setting.
      if (!isNewCounted && value === 'null') return false;
      // A plain service ignores these fields in a create.
      if (!knowsKeys() && ['source', 'is_custom'].includes(field)) return false;
      return (isNewCounted || before.subjects.has(subject)) && !isBase(slot, value);
    };

  /** Runs `act` and records in the ledger how it changed what the person sees. */
  const noting = (
    act: () => void,
    { isNewCounted = false, isAgain = false, taken }: NotingOptions = {},
  ): { before: View; after: View } => {
    const before = view();
    act();
    const after = view();
    ledger.note(who, before, after, counts(before, isNewCounted), taken);
    for (const line of differences(before, after)) log(`    ${line}`);
    if (isAgain) ledger.allowAgain([...after.tokens].filter((token) => !before.tokens.has(token)));
    return { before, after };
  };

  const hasCause = ({ kind, id, type }: ConflictSummary, { subjects }: View): boolean => {
    const mayLackAccess = user === 'bob' && site.withdrawals() > withdrawalsPast;
    if (type === 'accessLost' && mayLackAccess) return true;
    // If a restored backup lacks a record, others seem to have deleted or hidden the record, so the
    // conflict has a cause.
    if ((type === 'deletedThere' || type === 'accessLost') && site.wasRestored()) return true;
    // Only a plain service gives the same answer for a deleted record and for withdrawn access, so only
    // there can a delete by others cause `accessLost`. If the service was upgraded since, such a
    // conflict may still be open.
    if (type === 'accessLost' && !site.startedPlain) return false;
    const own = lineages.of(id);
    const lineOf = (subject: string): string[] => {
      const within = subjects.get(subject)?.within ?? null;
      return within === null ? [subject] : [subject, ...lineOf(within)];
    };
    const descendants = [...subjects.keys()].filter((subject) => lineOf(subject).includes(own));
    const related = [...lineOf(own), ...descendants];
    // If the record of a conflict does not exist here, the view does not show what is related to it. The
    // conflict is then accepted without a cause.
    return (
      !app.store.records.has(kind, id) ||
      related.some((subject) => ledger.touchedByOthers(who, subject))
    );
  };

  const judgeConflicts = (): void => {
    const conflicts = app.engine.conflicts();
    if (conflicts.length === 0) return;
    const now = view();
    for (const conflict of conflicts) {
      if (!hasCause(conflict, now)) {
        const { kind, id, type } = conflict;
        complain(`no cause: ${who} has a conflict of a ${kind} ${id}, ${type}`);
        log(`no cause for the conflict: ${JSON.stringify(app.engine.conflict(kind, id))}`);
      }
    }
  };

  /** Marks all collections to be downloaded. Tells if there were new collections. */
  const downloadEverything = (): boolean => {
    const { records, downloads } = app.store;
    const known = downloads.ids('collection');
    const others = records.all('collection').filter(({ id }) => !known.has(id));
    for (const { id } of others) app.engine.keepOffline(id, true);
    return others.length > 0;
  };

  const openConflicts = (): Conflict[] =>
    app.engine.conflicts().flatMap(({ kind, id }) => app.engine.conflict(kind, id) ?? []);

  /**
   * Call after an edit with the conflicts that were open before it. An edit of a value in conflict
   * decides the conflict, so the service may have the words of the conflicts that the edit has ended.
   */
  const allowDecided = (before: readonly Conflict[]): void => {
    const after = new Set(openConflicts().map((each) => JSON.stringify(each)));
    ledger.allowAgain(tokensIn(before.filter((each) => !after.has(JSON.stringify(each)))));
  };

  /**
   * Call after an undo. If the undo has ended a conflict, the service may have the words that were only
   * on the service's side, because the person never had these words. For example, a flow that somebody
   * added to a deleted element is merged as soon as the element is back.
   */
  const allowMerged = (before: View, after: View): void =>
    ledger.allowAgain(
      [...before.tokens].filter((token) => !before.own.has(token) && !after.tokens.has(token)),
    );

  const decisions = createDecisions({ ...dependencies, app: () => app, view, noting });

  const reopen = (before: View): void => {
    app = openApp();
    const after = view();
    const missing = [...before.tokens].filter((token) => !after.tokens.has(token));
    const isSame = missing.length === 0 && after.subjects.size === before.subjects.size;
    if (!isSame) complain(`not on disk: ${who} lost ${missing.join(' ')} when the app ended`);
  };

  return {
    ...decisions,
    who,
    app: () => app,
    view,
    downloadEverything,
    judgeConflicts,
    lastArrival: (): number => Math.max(earlier.lastArrival, app.network.lastArrival()),

    /**
     * Tells if a word is in a create that sync may repeat, because the service has no idempotency keys
     * and sync does not know yet if the create arrived. A reading may have shown the record, but only
     * the search for a match tells that it is the created one. If others delete the record before this
     * search, sync creates it again.
     */
    mayCreateAgain: (token: string): boolean =>
      !knowsKeys() &&
      recordKinds
        .flatMap((kind) => app.store.outbox.unanswered(kind))
        .some(({ op, body }) => op === 'create' && tokensIn(body).has(token)),

    /** Tells if the record `id` once had the ID `former`, here or at the service. */
    knew: (id: string, former: string): boolean => id === former || knownIds.has(`${id} ${former}`),
    counts: () => ({
      requests: earlier.requests + app.network.counts.requests,
      writes: earlier.writes + app.network.counts.writes,
    }),

    make: (name: GestureName, pencil: Pencil): void => {
      const work: Work = {
        ...pencil,
        store: app.store,
        id: uuidOf,
        copies: (value) => ledger.copy(tokensIn(value)),
        knowsVersions: knowsKeys(),
      };
      const isBack = leadBack.has(name);
      const conflicts = openConflicts();
      const collections = app.store.records.all('collection');
      const act = (): void => gestures[name].make(work);
      const { before, after } = noting(act, { isNewCounted: !isBack, isAgain: isBack });
      for (const kind of isBack ? recordKinds : []) {
        for (const { id, serviceId } of app.store.idMap.known(kind)) {
          const subject = lineages.of(id);
          if (after.subjects.has(subject) && !before.subjects.has(subject))
            broughtBack.add(serviceId);
        }
      }
      for (const { id } of collections) {
        const serviceId = app.store.idMap.serviceId('collection', id);
        const isGone = !app.store.records.has('collection', id);
        if (isGone && serviceId !== null) deletedCollections.add(serviceId);
      }
      if (name !== 'undo' && name !== 'redo') allowDecided(conflicts);
      else allowMerged(before, after);
      app.engine.changed();
    },

    syncAll: async (): Promise<void> => {
      const past = site.isWithdrawn() ? withdrawalsPast : site.withdrawals();
      await app.engine.syncAll();
      withdrawalsPast = Math.max(withdrawalsPast, past);
    },

    /**
     * Allows records that an undo restored to return with all their descendants at the service. If
     * access was withdrawn, deleted collections may return too, because sync then discards their
     * deletes.
     */
    allowRestored: (service: readonly Seen[]): void => {
      const isForgotten = user === 'bob' && site.withdrawals() > 0;
      for (const id of [...broughtBack, ...(isForgotten ? deletedCollections : [])]) {
        ledger.allowAgain(tokensIn(under(service, id)));
      }
    },

    stepClock: (ms: number): void => {
      skew += ms;
    },

    kill: (): void => {
      const before = view();
      app.leave();
      app.network.cut();
      const { engine, store } = app;
      engine.stop().catch(() => undefined);
      store.close();
      reopen(before);
    },

    restart: async (): Promise<void> => {
      const before = view();
      app.leave();
      // Virtual time has to pass until the engine has stopped, because the engine waits for its last
      // pass. Usually the engine aborts the requests of this pass. A request without an answer may have
      // been garbage collected, so that the abort does not reach it. Then only its time limit ends it.
      await clock.until(app.engine.stop());
      app.store.close();
      reopen(before);
    },

    calm: (): void => {
      isCalm = true;
      app.network.calm();
    },
  };
};

export type Person = ReturnType<typeof createPerson>;
