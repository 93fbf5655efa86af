import type { Suggestion } from '#shared/suggestions/suggest.ts';
import type { TreeItem } from '../ui/tree/tree-keys.ts';

export type Grouping = 'element' | 'category';

export type SuggestionRow = TreeItem &
  (
    | {
        isGroup: true;
        title: string;
        suggestions: readonly Suggestion[];
        /** The elements of the group, or an empty list if the group is a category. */
        drawn: Suggestion['drawn'];
      }
    | { isGroup: false; suggestion: Suggestion }
  );

/**
 * Returns the rows of the suggestions, grouped by element or by category. A suggestion with several
 * categories is only in the group of the first one.
 */
export const suggestionRows = (
  suggestions: readonly Suggestion[],
  grouping: Grouping,
  closed: ReadonlySet<string>,
): SuggestionRow[] => {
  const groups = Map.groupBy(suggestions, ({ element, threat }) =>
    grouping === 'element' ? `${element.kind} ${element.id}` : (threat.categories[0] ?? ''),
  );
  return [...groups].flatMap(([key, members], at) => {
    const id = `${grouping} ${key}`;
    const group: SuggestionRow = {
      id,
      isGroup: true,
      title: grouping === 'element' ? (members[0]?.element.name ?? '') : key,
      suggestions: members,
      drawn: grouping === 'element' ? (members[0]?.drawn ?? []) : [],
      level: 1,
      parentId: null,
      isExpanded: !closed.has(id),
      position: at + 1,
      setSize: groups.size,
    };
    if (closed.has(id)) return [group];
    const rows = members.map((suggestion, index): SuggestionRow => ({
      id: suggestion.key,
      isGroup: false,
      suggestion,
      level: 2,
      parentId: id,
      isExpanded: null,
      position: index + 1,
      setSize: members.length,
    }));
    return [group, ...rows];
  });
};
