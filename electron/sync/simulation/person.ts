import { invertOperation } from '#shared/canvas/apply.ts';
import { workspaceScope, type RecordChange } from '#shared/desktop/change.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { scopeOf, scopeWithin } from '../../store/record-place.ts';
import type { RecordRow } from '../../store/records.ts';
import { uuid, type App } from '../testing/office.ts';
import type { Chance } from './chance.ts';
import { drawSomething } from './drawing.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import { tokensBefore, tokensUnder, type Seen } from './visible.ts';

type Dependencies = {
  who: string;
  app: App;
  chance: Chance;
  ledger: Ledger;
  word: () => string;
  /** What the service has at this moment. */
  atService: () => Promise<Seen[]>;
};

type Side = 'mine' | 'theirs';

const longText: Partial<Record<RecordKind, string>> = {
  collection: 'description',
  threatModel: 'description',
  component: 'description',
  threat: 'description',
  mitigation: 'definition',
};

/** Someone who works in the app without looking whether it can reach the service. */
export const createPerson = ({ who, app, chance, ledger, word, atService }: Dependencies) => {
  const { store, engine } = app;

  /** Does something and enters in the ledger what it changed of what was to be seen. */
  const noting = (gesture: () => void): void => {
    const before = tokensBefore(app);
    gesture();
    ledger.note(who, before, tokensBefore(app));
  };

  const change = (scope: string, records: RecordChange[]): void =>
    store.changes.apply({ scope, label: 'test', records }) && undefined;

  /** In the order of what they say: their ids are others each time. */
  const allOf = (kind: RecordKind) => store.records.all(kind).toSorted(byContent);
  const anyOf = (kinds: readonly RecordKind[]) => chance.pick(kinds.flatMap(allOf));

  const create = (): void => {
    const kind = chance.pick(recordKinds.slice(1));
    const heldBy = kind && parentKind[kind];
    const parent = heldBy && chance.pick(allOf(heldBy));
    if (!kind || !parent) return;
    const title = kind === 'comment' ? { text: word() } : { title: word() };
    const scope = scopeWithin(store.records, kind, parent.id);
    change(scope, [
      { op: 'create', kind, id: uuid(Number(word().slice(1))), parentId: parent.id, values: title },
    ]);
  };

  const update = (values: (kind: RecordKind, id: string) => Record<string, unknown>): void => {
    const row = anyOf(recordKinds);
    if (!row) return;
    const { kind, id } = row;
    change(scopeOf(store.records, kind, id), [
      { op: 'update', kind, id, values: values(kind, id) },
    ]);
  };

  const rename = (): void =>
    update((kind, id) => {
      const field = kind === 'comment' ? 'text' : 'title';
      const said = [...tokensIn(store.records.find(kind, id)?.local[field])];
      // A word that an undo brought back may stand twice: it is replaced here, whoever has the other.
      ledger.giveUp(
        who,
        said.filter((token) => ledger.repeatable.has(token)),
      );
      return { [field]: word() };
    });

  const write = (): void =>
    update((kind, id) => {
      const field = longText[kind];
      if (field === undefined) return {};
      const before = store.records.find(kind, id)?.local[field];
      const text = typeof before === 'string' && before !== '' ? before : 'One line\nOther\n';
      return { [field]: chance.happens(0.5) ? `${text}${word()}\n` : `${word()}\n${text}` };
    });

  const remove = (): void => {
    const row = anyOf(['threatModel', 'canvas', 'component', 'threat', 'mitigation', 'comment']);
    if (!row || (row.kind === 'threatModel' && chance.happens(0.8))) return;
    change(scopeOf(store.records, row.kind, row.id), [
      { op: 'delete', kind: row.kind, id: row.id },
    ]);
  };

  const draw = (): void => {
    const canvas = anyOf(['canvas']);
    const document = canvas && store.documents.read(canvas.id);
    if (!document) return;
    const operation = drawSomething(document, chance, word);
    if (operation.length === 0) return;
    const inverse = invertOperation(document, operation);
    const drawn = { canvasId: canvas.id, operation, inverse };
    const scope = scopeOf(store.records, 'canvas', canvas.id);
    store.changes.apply({ scope, label: 'draw', drawings: [drawn] });
  };

  const travel = (): void => {
    const scopes = [workspaceScope, ...allOf('threatModel').map(({ id }) => id)];
    const before = tokensBefore(app);
    store.changes[chance.happens(0.7) ? 'undo' : 'redo'](chance.pick(scopes) ?? workspaceScope);
    const after = tokensBefore(app);
    ledger.mayRepeat([...after].filter((token) => !before.has(token)));
  };

  const gestures = [
    create,
    create,
    create,
    rename,
    rename,
    write,
    draw,
    draw,
    draw,
    travel,
    remove,
  ];

  const decide = async ({ kind, id }: ConflictSummary): Promise<void> => {
    const conflict = engine.conflict(kind, id);
    if (!conflict) return;
    const side: Side = chance.happens(0.5) ? 'mine' : 'theirs';
    const choices = Object.fromEntries(itemsOf(conflict).map((item) => [item, side]));
    const serviceId = store.idMap.serviceId(kind, id);
    const before = new Set([...tokensBefore(app), ...tokensIn(conflict)]);
    if ('mine' in conflict && conflict.type !== 'canvas' && side === 'mine')
      ledger.mayRepeat(tokensBefore(app));
    const doomed =
      conflict.type === 'editedThere' && side === 'mine' && serviceId !== null
        ? tokensUnder(await atService(), serviceId)
        : [];
    engine.resolve({ kind, id, choices });
    const after = tokensBefore(app);
    ledger.note(who, before, after);
    ledger.giveUp(
      who,
      [...doomed].filter((token) => !after.has(token)),
    );
    await engine.idle();
  };

  return {
    /** What to do about a service that has nothing of what is here, because others deleted it. */
    settle: async (): Promise<void> => {
      const { hold } = engine.status();
      if (hold !== 'unfamiliar') return;
      const before = tokensBefore(app);
      const choice = chance.happens(0.5) ? 'send' : 'take';
      if (choice === 'send') ledger.mayRepeat(before);
      await engine.settle(choice);
    },

    act: (): void => noting(chance.pick(gestures) ?? create),

    decideOne: async (): Promise<void> => {
      const conflict = chance.pick(engine.conflicts());
      if (conflict) await decide(conflict);
    },

    decideAll: async (): Promise<void> => {
      for (const conflict of engine.conflicts()) await decide(conflict);
    },
  };
};

export type Person = ReturnType<typeof createPerson>;

const itemsOf = (conflict: NonNullable<ReturnType<App['engine']['conflict']>>): string[] => {
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

const sayingOf = ({ local }: RecordRow): string => JSON.stringify([local['title'], local['text']]);
const byContent = (a: RecordRow, b: RecordRow): number => (sayingOf(a) < sayingOf(b) ? -1 : 1);
