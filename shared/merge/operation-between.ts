import type { CanvasDocument } from '../canvas/document.ts';
import type { CanvasOperation } from '../canvas/operation.ts';
import type { SetChange } from '../canvas/patch.ts';
import { isEmpty, pick } from '../otm/fields.ts';
import { dataOf, ownFieldsOf, type Element } from './element-fields.ts';
import { longestRising } from './longest-rising.ts';
import { valueAt, type Values } from './merge-fields.ts';
import { same } from './same-value.ts';

/**
 * Returns the operation that turns `from` into `to`, including the order of the elements. It removes and
 * reinserts as few elements as possible. It does not change the document's own keys, because no
 * operation can.
 */
export const operationBetween = (from: CanvasDocument, to: CanvasDocument): CanvasOperation => {
  const nodes = stepsBetween(from.nodes, to.nodes);
  const edges = stepsBetween(from.edges, to.edges);
  return [
    ...nodes.changed.map((change) => ({ kind: 'setNode' as const, ...change })),
    ...edges.changed.map((change) => ({ kind: 'setEdge' as const, ...change })),
    ...edges.taken.map((id) => ({ kind: 'removeEdge' as const, id })),
    ...nodes.taken.map((id) => ({ kind: 'removeNode' as const, id })),
    ...nodes.put.map(([index, node]) => ({ kind: 'addNode' as const, index, node })),
    ...edges.put.map(([index, edge]) => ({ kind: 'addEdge' as const, index, edge })),
  ];
};

type Steps<E> = {
  changed: Omit<SetChange, 'kind'>[];
  taken: string[];
  /**
   * The elements to add, sorted by index, so that each is added after all elements with a lower index.
   */
  put: (readonly [index: number, element: E])[];
};

const stepsBetween = <E extends Element>(from: E[], to: E[]): Steps<E> => {
  if (from === to) return { changed: [], taken: [], put: [] };
  const staying = stayingOf(from, to);
  return {
    changed: to.flatMap((element) => {
      const old = staying.get(element.id);
      return old && !same(old, element) ? [changeBetween(old, element)] : [];
    }),
    taken: from.filter(({ id }) => !staying.has(id)).map(({ id }) => id),
    put: to.flatMap((element, index) =>
      staying.has(element.id) ? [] : [[index, element] as const],
    ),
  };
};

/**
 * Returns the elements of `from` that can stay in the list, because they have the same order in `to`.
 */
const stayingOf = <E extends Element>(from: E[], to: E[]): Map<string, E> => {
  const indexes = new Map(to.map(({ id }, index) => [id, index]));
  const common = from.flatMap((element) => {
    const index = indexes.get(element.id);
    return index === undefined ? [] : [{ element, index }];
  });
  const rising = longestRising(common.map(({ index }) => index));
  return new Map(
    rising.flatMap((at) => {
      const element = common[at]?.element;
      return element ? [[element.id, element] as const] : [];
    }),
  );
};

const changeBetween = (from: Element, to: Element): Omit<SetChange, 'kind'> => {
  const own = valuesBetween(ownFieldsOf(from), ownFieldsOf(to));
  const bothHaveData = from.data !== undefined && to.data !== undefined;
  const data = bothHaveData ? valuesBetween(dataOf(from), dataOf(to)) : { set: {}, unset: [] };
  const fields = { ...own.set, ...(!from.data && to.data && { data: to.data }) };
  const unset = [...own.unset, ...(from.data && !to.data ? ['data'] : [])];
  return {
    id: to.id,
    ...(!isEmpty(fields) && { fields }),
    ...(unset.length > 0 && { unset }),
    ...(!isEmpty(data.set) && { data: data.set }),
    ...(data.unset.length > 0 && { unsetData: data.unset }),
  };
};

const valuesBetween = (from: Values, to: Values): { set: Values; unset: string[] } => ({
  set: pick(to, (key, value) => value !== undefined && !same(valueAt(from, key), value)),
  unset: Object.keys(from).filter((key) => valueAt(to, key) === undefined),
});
