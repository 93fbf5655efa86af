import { problemKinds, type Problem, type ProblemKind } from '#shared/canvas/problems.ts';
import type { TreeItem } from '../../ui/tree-keys.ts';

export type ProblemRow = TreeItem & { kind: ProblemKind } & (
    | { isGroup: true; count: number }
    | { isGroup: false; elementId: string }
  );

/** Problems by their kind: a group for each, and below it, where it is open, its elements. */
export const problemRows = (
  problems: readonly Problem[],
  closed: ReadonlySet<string>,
): ProblemRow[] => {
  const groups = Map.groupBy(problems, ({ kind }) => kind);
  const shown = problemKinds.filter((kind) => groups.has(kind));
  return shown.flatMap((kind, at) => {
    const members = groups.get(kind) ?? [];
    const group: ProblemRow = {
      id: kind,
      kind,
      isGroup: true,
      count: members.length,
      level: 1,
      parentId: null,
      isExpanded: !closed.has(kind),
      position: at + 1,
      setSize: shown.length,
    };
    if (closed.has(kind)) return [group];
    const rows = members.map(({ elementId }, place): ProblemRow => ({
      id: `${kind} ${elementId}`,
      kind,
      isGroup: false,
      elementId,
      level: 2,
      parentId: kind,
      isExpanded: null,
      position: place + 1,
      setSize: members.length,
    }));
    return [group, ...rows];
  });
};
