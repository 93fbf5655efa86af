import type { CanvasEdge, CanvasNode } from './document.ts';
import type { CanvasChange } from './operation.ts';

export type SetChange = Extract<CanvasChange, { kind: 'setNode' | 'setEdge' }>;
type Element = CanvasNode | CanvasEdge;

/** Returns an element with a change applied. The ID never changes. */
export const patched = <E extends Element>(element: E, change: SetChange): E => {
  const next: E = { ...element, ...change.fields };
  if (Object.keys(change.data ?? {}).length > 0 || (change.unsetData && next.data)) {
    next.data = without({ ...next.data, ...change.data }, change.unsetData);
  }
  return { ...without(next, change.unset), id: element.id };
};

/** Returns the change that turns `patched(element, change)` back into `element`. */
export const unpatch = (element: Element, change: SetChange): SetChange => {
  const own = previous(element, touched(change.fields, change.unset));
  const data = previous(element.data ?? {}, touched(change.data, change.unsetData));
  // If the edge had no `data`, undo removes the whole key.
  const absent = element.data === undefined ? [...own.absent, 'data'] : own.absent;
  return {
    kind: change.kind,
    id: element.id,
    ...(Object.keys(own.values).length > 0 && { fields: own.values }),
    ...(absent.length > 0 && { unset: absent }),
    ...(Object.keys(data.values).length > 0 && { data: data.values }),
    ...(data.absent.length > 0 && { unsetData: data.absent }),
  };
};

const touched = (values: Record<string, unknown> = {}, absent: string[] = []): string[] => [
  ...Object.keys(values),
  ...absent,
];

const previous = (
  record: Record<string, unknown>,
  keys: string[],
): { values: Record<string, unknown>; absent: string[] } => ({
  values: Object.fromEntries(
    keys.filter((key) => Object.hasOwn(record, key)).map((key) => [key, record[key]]),
  ),
  absent: keys.filter((key) => !Object.hasOwn(record, key)),
});

const without = <T extends object>(record: T, keys: string[] = []): T => {
  if (keys.length === 0) return record;
  const copy = { ...record };
  for (const key of keys) Reflect.deleteProperty(copy, key);
  return copy;
};
