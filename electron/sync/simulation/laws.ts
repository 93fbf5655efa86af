import { isDeepStrictEqual } from 'node:util';
import { canvasDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import { withoutDangling } from '#shared/canvas/without-dangling.ts';
import type { Store } from '../../store/store.ts';
import { unsentKey } from '../component-ids.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import type { Lineages } from './lineages.ts';
import { elementSlots, recordSlots, seenByApp, type Seen } from './visible.ts';

/** The state at the end, when nothing is pending. */
export type End = {
  stores: readonly {
    who: string;
    store: Store;
    requests: number;
    /** Tells if the record `id` once had the ID `former` in this store or at the service. */
    knew: (id: string, former: string) => boolean;
  }[];
  service: readonly Seen[];
  ledger: Ledger;
  lineages: Lineages;
  /** Every ID that a component ever had at the service. */
  componentIds: ReadonlySet<string>;
  /** True if the service was restored from a backup. */
  wentBack: boolean;
  /** True if access to the collections was ever withdrawn. */
  wasWithdrawn: boolean;
  /** True if the service was plain at first, so that restored records were created again with new IDs. */
  startedPlain: boolean;
  /** The amount of work in the run. It limits the number of requests. */
  work: number;
};

type Law = (end: End) => string[];

const keyOf = ({ kind, id }: Seen): string => `${kind} ${id}`;

const drawingOf = ({ kind, content }: Seen): CanvasDocument | null => {
  return kind === 'canvas' ? canvasDocumentSchema.parse(content['data']) : null;
};

/**
 * Returns the content of a record. In a drawing, each ID of a deleted component is replaced with the first
 * ID of that component, because a store may know the component by a later ID than the service.
 */
const withFirstIds = (
  seen: Seen,
  isDeleted: (componentId: string) => boolean,
  { of }: Lineages,
): Seen['content'] => {
  const drawing = drawingOf(seen);
  if (!drawing) return seen.content;
  const first = (id: string): string | null => (isDeleted(id) ? of(id) : null);
  return { ...seen.content, data: translateComponentIds(drawing, first) };
};

/** All stores have the same content as the service. */
const equality: Law = ({ stores, service, componentIds, lineages }) => {
  const present = new Set(service.map(({ id }) => id));
  const isDeleted = (id: string): boolean => componentIds.has(id) && !present.has(id);
  const same = (seen: Seen): Seen => ({
    ...seen,
    content: withFirstIds(seen, isDeleted, lineages),
  });
  const byKey = new Map(service.map((each) => [keyOf(each), same(each)]));
  return stores.flatMap(({ who, store }) => {
    const app = seenByApp(store).map(same);
    const localKeys = new Set(app.map(keyOf));
    return [
      ...service
        .filter((each) => !localKeys.has(keyOf(each)))
        .map((each) => `${who} lacks ${keyOf(each)}: ${JSON.stringify(each.content)}`),
      ...app.flatMap((each) => {
        const other = byKey.get(keyOf(each));
        if (!other) return [`only ${who} has ${keyOf(each)}: ${JSON.stringify(each.content)}`];
        return each.parentId === other.parentId && isDeepStrictEqual(each.content, other.content)
          ? []
          : [
              `${who} has another ${keyOf(each)}:\n  ${JSON.stringify(each.content)}\n  ${JSON.stringify(other.content)}`,
            ];
      }),
    ];
  });
};

/** No word is lost, unless a person who had seen the word replaced or deleted it. */
const noWordLost: Law = ({ service, ledger: { open, removedCopies, disputed } }) => {
  const tokens = tokensIn(service);
  // Somebody removed the word from one of its copies, or on one side of a conflict. Others may decide in
  // favor of the removal, so the word may be missing.
  const isExcused = (token: string): boolean => removedCopies.has(token) || disputed.has(token);
  return [...open].filter((token) => !tokens.has(token) && !isExcused(token));
};

/** No value of an enumerated field is lost unless somebody replaced it. */
const noSettingLost: Law = ({ service, ledger: { settings, replaced }, lineages }) => {
  // The name of a slot is determined at the end of the run, because it is known only then which IDs
  // belong to the same record.
  const nameOf = (slot: string): string => {
    const [subject = '', field = ''] = slot.split(' ');
    return `${lineages.of(subject)} ${field}`;
  };
  const replacedBy = Map.groupBy(replaced, ({ slot, value }) => `${nameOf(slot)} ${value}`);
  const view = { slots: new Map<string, Set<string>>() };
  for (const seen of service) {
    recordSlots(view, lineages.of(seen.id), seen.kind, seen.content);
    const drawing = drawingOf(seen);
    for (const element of [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])]) {
      elementSlots(view, element);
    }
  }
  return [...settings].flatMap(({ who, slot, value, at }) => {
    const name = nameOf(slot);
    const values = view.slots.get(name);
    // If two people set the same value, either of them may replace it.
    const isReplaced = replacedBy
      .get(`${name} ${value}`)
      ?.some((each) => each.at > at || each.who !== who);
    return !values || values.has(value) || isReplaced
      ? []
      : [`${who} set ${slot} to ${value}, and it is ${[...values].join(', ')}`];
  });
};

/** Replaced or deleted content does not return unless somebody restored it. */
const nothingReturns: Law = ({ service, ledger }) => {
  const { open, closers, mayReturn, mayBeMadeAgain } = ledger;
  const tokens = tokensIn(service);
  return [...closers]
    .filter(
      ([token, who]) =>
        who.size > 0 &&
        tokens.has(token) &&
        !open.has(token) &&
        !mayReturn.has(token) &&
        !mayBeMadeAgain.has(token),
    )
    .map(([token, who]) => `${token}, which ${[...who].join(' and ')} took away`);
};

/** Returns a drawing without the labels that equal the titles of their components. */
const withoutNames = (seen: Seen, titles: ReadonlyMap<string, unknown>): unknown => {
  const drawing = drawingOf(seen);
  if (!drawing) return seen.content;
  const nodes = drawing.nodes.map((node) => {
    const { label, ...data } = node.data;
    const isName = titles.get(data.componentId ?? '') === label;
    return isName ? { ...node, data } : node;
  });
  return { ...seen.content, data: { ...drawing, nodes } };
};

/**
 * A word that was written once is in one record, unless somebody copied it. The label of a node does not
 * count if it repeats the title of its component.
 */
const nothingTwice: Law = ({ service, ledger: { mayReturn } }) => {
  const components = service.filter(({ kind }) => kind === 'component');
  const titles = new Map(components.map(({ id, content }) => [id, content['title']]));
  const times = new Map<string, number>();
  for (const seen of service) {
    for (const token of tokensIn(withoutNames(seen, titles))) {
      times.set(token, (times.get(token) ?? 0) + 1);
    }
  }
  return [...times]
    .filter(([token, count]) => count > 1 && !mayReturn.has(token))
    .map(([token, count]) => `${token} is there ${count} times`);
};

/**
 * Drawings are consistent: every flow has its ends, every node has its parent, and no element exists
 * twice.
 */
const wholeDrawings: Law = ({ service }) =>
  service.flatMap((seen) => {
    const drawing = drawingOf(seen);
    if (!drawing) return [];
    const ids = [...drawing.nodes, ...drawing.edges].map(({ id }) => id);
    return [
      ...(withoutDangling(drawing) === drawing ? [] : [`something dangles in ${keyOf(seen)}`]),
      ...(new Set(ids).size === ids.length ? [] : [`an element is twice in ${keyOf(seen)}`]),
    ];
  });

/** Returns a function that returns the ID of a component's threat model. */
const modelsIn = (service: readonly Seen[]) => {
  const byId = new Map(service.map((seen) => [seen.id, seen]));
  return (id: string): string | null | undefined =>
    byId.get(byId.get(id)?.parentId ?? '')?.parentId;
};

/**
 * Drawings refer to components by their present IDs. They may also refer to deleted components, even to
 * those that the service never had. A reference to an unsent component may remain only if the service
 * lacks that component in the same model, if the service was restored from a backup, or if no store has the
 * component under the ID of the reference. The last case is allowed only if access was withdrawn or the
 * service was plain.
 */
const knownReferences: Law = (end) => {
  const { service, stores, componentIds, lineages, wentBack, wasWithdrawn, startedPlain } = end;
  const now = new Set(service.flatMap(({ kind, id }) => (kind === 'component' ? [id] : [])));
  const present = (id: string) => [...lineages.since(id)].filter((each) => now.has(each));
  const modelOf = modelsIn(service);
  const wasNeverSent = (id: string): boolean =>
    lineages.since(id).size === 1 &&
    !stores.some(({ store }) => store.records.has('component', id));
  return service.flatMap((seen) => {
    const drawing = drawingOf(seen);
    // Two people may each create a deleted model again, but only one of them creates the component too.
    // The drawing in the other model may keep the component's former ID. So a former ID is a violation
    // only if the component is now in the drawing's own model.
    const isHere = (id: string): boolean => modelOf(id) === seen.parentId;
    // Only the store in which the component has this local ID can correct the drawing. Before that, the
    // store may lose the component: the person copies or leaves a collection after access was withdrawn. Or
    // others delete the model at a plain service, and one of them creates it again.
    const isCorrectable =
      (localId: string) =>
      (id: string): boolean =>
        !(wasWithdrawn || startedPlain) ||
        stores.some(({ store }) => store.idMap.localId('component', id) === localId);
    // If nobody who has the component knows its former ID, nobody can correct the drawing. This is so if
    // somebody downloaded the component after it was created again, and then created it once more.
    const isKnown =
      (former: string) =>
      (id: string): boolean =>
        stores.some(({ store: { idMap, records }, knew }) => {
          const local = idMap.localId('component', id);
          return local !== null && records.has('component', local) && knew(local, former);
        });
    return [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])].flatMap(({ id, data }) => {
      const named = data?.componentId;
      const unsent = data?.[unsentKey];
      const later = named === undefined || now.has(named) ? [] : present(named).filter(isHere);
      const other = named === undefined ? undefined : later.find(isKnown(named));
      const isJudged = typeof unsent === 'string' && !wentBack;
      const own = isJudged
        ? present(unsent).find((each) => isHere(each) && isCorrectable(unsent)(each))
        : undefined;
      return [
        ...(named === undefined || componentIds.has(named) || wasNeverSent(named)
          ? []
          : [`${id} names ${named}, which the service never knew`]),
        ...(other ? [`${id} names ${named}, which is ${other} now`] : []),
        ...(own ? [`${id} still has an unsent component, which is ${own} now`] : []),
      ];
    });
  });
};

/**
 * A drawing refers only to components of its own model, because a copied model has its own components.
 */
const ownComponents: Law = ({ service }) => {
  const ids = new Set(service.map(({ id }) => id));
  const modelOf = modelsIn(service);
  return service.flatMap((seen) => {
    const drawing = drawingOf(seen);
    return [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])].flatMap(({ id, data }) => {
      const named = data?.componentId ?? '';
      return ids.has(named) && modelOf(named) !== seen.parentId
        ? [`${id} in ${keyOf(seen)} names ${named} of another model`]
        : [];
    });
  });
};

/** The number of requests is limited by the amount of work. */
const fewRequests: Law = ({ stores, work }) =>
  stores
    .filter(({ requests }) => requests > 400 + 20 * work)
    .map(({ who, requests }) => `${who} made ${requests} requests for ${work} pieces of work`);

const laws = {
  'not the same': equality,
  lost: noWordLost,
  'setting lost': noSettingLost,
  'came back': nothingReturns,
  twice: nothingTwice,
  'not whole': wholeDrawings,
  'unknown reference': knownReferences,
  'foreign reference': ownComponents,
  'too many requests': fewRequests,
} as const satisfies Record<string, Law>;

/** Returns the violations, each beginning with the name of its law. */
export const brokenLaws = (end: End): string[] =>
  Object.entries(laws).flatMap(([name, law]) => law(end).map((found) => `${name}: ${found}`));
