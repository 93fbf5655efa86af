import { emptyDocument } from '#shared/canvas/document.ts';
import type { Conflict, ConflictSummary } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import type { SyncEngine } from '../engine.ts';
import type { Chance } from './chance.ts';
import { tokensIn, type Ledger, type View } from './ledger.ts';
import type { Lineages } from './lineages.ts';
import type { Site } from './site.ts';
import { contentOf, differences, elementsIn, subjectsIn, under, type Seen } from './visible.ts';

type Side = 'mine' | 'theirs';
type Luck = { chance: Chance };

export type NotingOptions = {
  /** True if the values of new records and elements must be at the service in the end. */
  isNewCounted?: boolean;
  /** True if the deed may bring back removed words, so the service may have them again. */
  isAgain?: boolean;
  /** The words that the person takes from the service. */
  taken?: ReadonlySet<string>;
};

type Dependencies = {
  who: string;
  app: () => { store: Store; engine: SyncEngine };
  site: Site;
  ledger: Ledger;
  lineages: Lineages;
  view: () => View;
  /** Runs `act` and records its changes in the ledger. */
  noting: (act: () => void, options: NotingOptions) => { before: View; after: View };
  log: (what: string) => void;
};

/** Decides about conflicts, rejected changes, and a service that was restored from a backup. */
export const createDecisions = (dependencies: Dependencies) => {
  const { who, app, site, ledger, lineages, view, noting, log } = dependencies;
  /**
   * Notes in the ledger that each word that is now at the service may return after its removal. A
   * deleted record may return with all its descendants or ancestors, so this is not limited to the words
   * of one record.
   */
  const allowAllOfService = async (): Promise<void> =>
    ledger.allowAgain(tokensIn(await site.content()));

  const removedBy = async (kind: RecordKind, id: string): Promise<Seen[]> => {
    const serviceId = app().store.idMap.serviceId(kind, id);
    return serviceId === null ? [] : under(await site.content(), serviceId);
  };

  /**
   * Decides a conflict with random choices. If `part` is true, only some of the choices are made, so the
   * conflict may stay open.
   */
  const decide = async (
    { kind, id }: ConflictSummary,
    pencil: Luck,
    part: boolean,
  ): Promise<void> => {
    const conflict = app().engine.conflict(kind, id);
    if (!conflict) return;
    const side = pencil.chance.happens(0.5) ? 'mine' : 'theirs';
    const items = itemsOf(conflict);
    const chosen = part ? items.filter(() => pencil.chance.happens(0.5)) : items;
    const choices = Object.fromEntries(
      chosen.map((item): [string, Side] => [
        item,
        part && pencil.chance.happens(0.3) ? 'theirs' : side,
      ]),
    );
    log(`  ${conflict.type} of ${kind} ${id}: ${JSON.stringify(choices)}`);
    const isRecord = choices['record'] === 'mine';
    const removed = conflict.type === 'editedThere' && isRecord ? await removedBy(kind, id) : [];
    const isMissing = conflict.type === 'deletedThere' || conflict.type === 'accessLost';
    const contents = isMissing && isRecord ? contentsIn(kind, id) : [];
    const isBack = conflict.type === 'editedThere' && choices['record'] === 'theirs';
    const isAccepted = conflict.type === 'deletedThere' && choices['record'] === 'theirs';
    const present = tokensIn(isAccepted ? await site.content() : null);
    // If access was lost, `mine` makes a copy. The same words are then in the copy and in the original
    // at the service. If somebody removes them from one of the two, they may still be in the other one.
    const isCopied = conflict.type === 'accessLost' && isRecord;
    if (isBack || isCopied) await allowAllOfService();
    if (isCopied) {
      noteCopies(kind, id);
      ledger.copy(tokensIn(contents));
    }
    if (conflict.type === 'accessLost' && choices['record'] === 'theirs') {
      return await leave({ kind, id });
    }
    // The stored conflict also has the unanswered creates in a deleted record. They may still arrive.
    const stored = app().store.conflicts.find(kind, id);
    ledger.allowAgain(tokensIn([conflict, stored]));
    const taken = tokensIn(isBack ? stored : null);
    const resolve = (): void => app().engine.resolve({ kind, id, choices });
    const { before, after } = noting(resolve, { isAgain: true, taken });
    // If somebody else has restored the record at the service, accepting its delete removes nothing there.
    ledger.allowAgain(
      [...before.tokens].filter((token) => present.has(token) && !after.tokens.has(token)),
    );
    // A service with our extensions restores the record itself. Words that others had removed from it
    // may stay removed. Otherwise the record is created again from this store, so all its words must be
    // at the service.
    const isRestored = conflict.type === 'deletedThere' && site.knowsKeys();
    if (isRestored) ledger.allowAgain(tokensIn(contents));
    else ledger.restore(tokensIn(contents));
    ledger.giveUp(
      who,
      [...tokensIn(removed)].filter((token) => !after.tokens.has(token)),
    );
    // If somebody moved an element to the deleted canvas, the person may still see it on its former
    // canvas. The element may leave that canvas too, so its words may be missing in the end.
    ledger.removeCopies(
      tokensIn(elementsIn(removed).filter((element) => after.subjects.has(element.id))),
    );
    ledger.dropSettings(subjectsIn(removed, lineages.of));
    // The title of a component follows the label of its element. If the decision kept an element with an
    // earlier name, the title may become this name too.
    ledger.removeCopies(tokensIn(otherTitles(id, chosen)));
  };

  /** Returns the titles of the components of some elements, unless they equal the elements' labels. */
  const otherTitles = (canvasId: string, items: readonly string[]): unknown[] => {
    const { documents, records } = app().store;
    const { nodes, edges } = documents.read(canvasId) ?? emptyDocument;
    const elements = [
      ...nodes.map((node) => ({ ...node, item: `node:${node.id}` })),
      ...edges.map((edge) => ({ ...edge, item: `edge:${edge.id}` })),
    ];
    return elements
      .filter(({ item }) => items.includes(item))
      .map(({ data }) => {
        const title =
          data?.componentId && records.find('component', data.componentId)?.local['title'];
        return title === data?.label ? null : title;
      });
  };

  const noteCopies = (kind: RecordKind, id: string): void => {
    const { records, idMap } = app().store;
    for (const row of records.subtree(kind, id)) {
      lineages.copy(row.id);
      lineages.copy(idMap.serviceId(row.kind, row.id) ?? row.id);
    }
  };

  /** Resolves a loss of access as `theirs`, which deletes the record here but not at the service. */
  const leave = async (key: Pick<ConflictSummary, 'kind' | 'id'>): Promise<void> => {
    const serviceTokens = tokensIn(await site.content());
    // The unsent deletes of descendants end when the collection is removed here, so these descendants
    // stay at the service.
    ledger.allowAgain(serviceTokens);
    // An unanswered create may still arrive if access returns.
    const creates = app()
      .store.outbox.all()
      .filter(({ op, body }) => op === 'create' && body);
    ledger.allowAgain(tokensIn(creates.map(({ body }) => body)));
    const before = view();
    app().engine.resolve({ ...key, choices: { record: 'theirs' } });
    const after = view();
    const lostTokens = [...before.tokens].filter(
      (token) => !after.tokens.has(token) && !serviceTokens.has(token),
    );
    ledger.giveUp(who, lostTokens);
    ledger.leave(who, before, after);
    for (const line of differences(before, after)) log(`    ${line}`);
  };

  const contentsIn = (kind: RecordKind, id: string): unknown[] =>
    app()
      .store.records.subtree(kind, id)
      .map((row) => [
        contentOf(row.kind, row.local),
        row.kind === 'canvas' ? app().store.documents.read(row.id) : null,
      ]);

  const discardOne = async ({ chance: luck }: Luck): Promise<void> => {
    const entry = luck.pick(
      app()
        .engine.pendingChanges()
        .filter(({ rejection }) => rejection !== null),
    );
    if (!entry) return;
    // Discarding the create of a record that the person has deleted also discards the delete.
    const isGone = !app().store.records.has(entry.kind, entry.id);
    if (entry.op === 'delete' || isGone) await allowAllOfService();
    // An unanswered create may still arrive. After the discard, nothing here would delete the created
    // record, so its words may be at the service.
    ledger.allowAgain(tokensIn(app().store.outbox.find(entry.seq)?.body));
    // Discarding a change gives up the person's side of a conflict, but not the service's side, so the
    // service's values may return.
    ledger.allowAgain(tokensIn(app().engine.conflict(entry.kind, entry.id)));
    const { before, after } = noting(() => app().engine.discard(entry.seq), { isAgain: true });
    // If the service has the record of a discarded create after all, a reading brings the record back.
    if (entry.op === 'create') {
      ledger.allowAgain([...before.tokens].filter((token) => !after.tokens.has(token)));
    }
  };

  /**
   * Retries all rejected changes. A service without idempotency keys may have processed a rejected
   * create before, so the retry may make a second record with the same words.
   */
  const retryAll = (): void => {
    const creates = app()
      .engine.pendingChanges()
      .filter(({ op, rejection }) => op === 'create' && rejection);
    if (!site.knowsKeys())
      ledger.allowAgain(tokensIn(creates.map(({ kind, id }) => contentsIn(kind, id))));
    app().engine.retryAll();
  };

  /** Discards up to `count` rejected changes. */
  const discardSome = async (luck: Luck, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await discardOne(luck);
  };

  return {
    discardOne,
    discardSome,
    retryAll,

    decideOne: async (pencil: Luck, part: boolean): Promise<void> => {
      const conflict = pencil.chance.pick(app().engine.conflicts());
      if (conflict) await decide(conflict, pencil, part);
    },

    decideAll: async (pencil: Luck): Promise<void> => {
      for (const conflict of app().engine.conflicts()) await decide(conflict, pencil, false);
    },

    /** Decides for a random side if the service was restored or is unfamiliar. */
    endHold: async ({ chance: luck }: Luck): Promise<void> => {
      const { hold } = app().engine.status();
      if (hold !== 'unfamiliar' && hold !== 'restored') return;
      ledger.allowAgain(view().tokens);
      await app().engine.endHold(luck.happens(0.5) ? 'send' : 'take');
    },
  };
};

/** Returns the keys of the choices that a conflict offers. */
export const itemsOf = (conflict: Conflict): string[] => {
  switch (conflict.type) {
    case 'fields':
      return conflict.fields.map(({ field }) => field);
    case 'canvas':
      return [
        ...conflict.fields.map(({ field }) => field),
        ...conflict.conflicts.map(({ element, id }) => `${element}:${id}`),
      ];
    case 'deletedThere':
    case 'accessLost':
    case 'editedThere':
      return ['record'];
  }
};
