import type { Extensions } from '../api/codex-extensions.ts';
import { byId } from '../merge/by-id.ts';
import { mergeFields } from '../merge/merge-fields.ts';
import { same } from '../merge/same-value.ts';

type Item = Extensions['rules'][number];
type Three<Value> = { base: Value; mine: Value; theirs: Value };
type Names = {
  /** Returns a new ID for a copy of an item. */
  newId: () => string;
  /** Returns a title for a copy of the item with this title. */
  copyOf: (title: string) => string;
};

/**
 * Merges two versions of a document. If both versions changed the same field of a rule or framework, the
 * item gets the value in `theirs`, and the item in `mine` is added as a disabled copy. If one version
 * deleted an item and the other version changed it, the changed item stays.
 */
export const mergeExtensions = (
  { base, mine, theirs }: Three<Extensions>,
  names: Names,
): Extensions => {
  const { shown } = mergeFields(base, mine, theirs, { isLong: () => false });
  const of = (key: 'rules' | 'frameworks'): Item[] =>
    mergeItems({ base: base[key], mine: mine[key], theirs: theirs[key] }, names);
  return {
    ...shown,
    rules: of('rules'),
    frameworks: of('frameworks'),
    disabledRules: mergeSets({
      base: base.disabledRules,
      mine: mine.disabledRules,
      theirs: theirs.disabledRules,
    }),
  };
};

const mergeItems = ({ base, mine, theirs }: Three<Item[]>, names: Names): Item[] => {
  const [before, own, foreign] = [byId(base), byId(mine), byId(theirs)];
  const ids = new Set([...foreign.keys(), ...own.keys()]);
  return [...ids].flatMap((id) => {
    const [old, ours, others] = [before.get(id), own.get(id), foreign.get(id)];
    if (!ours || !others) return remaining(old, ours ?? others);
    return mergeItem(old, ours, others, names);
  });
};

/**
 * Returns an item that exists in only one of the two versions. If the item is unchanged since `base`,
 * the other version deleted it, so nothing is returned.
 */
const remaining = (old: Item | undefined, left: Item | undefined): Item[] =>
  left && !(old && same(old, left)) ? [left] : [];

const mergeItem = (
  old: Item | undefined,
  ours: Item,
  others: Item,
  { newId, copyOf }: Names,
): Item[] => {
  const { id } = others;
  const { sent, conflicts } = mergeFields(old ?? { id }, ours, others, { isLong: () => false });
  const { title: agreed } = sent;
  const merged = { ...sent, id, title: typeof agreed === 'string' ? agreed : others.title };
  if (conflicts.length === 0) return [merged];
  return [merged, { ...ours, id: newId(), title: copyOf(ours.title), isEnabled: false }];
};

const mergeSets = ({ base, mine, theirs }: Three<string[]>): string[] => {
  const removed = new Set(base.filter((each) => !mine.includes(each)));
  const added = mine.filter((each) => !base.includes(each));
  return [...new Set([...theirs.filter((each) => !removed.has(each)), ...added])];
};
