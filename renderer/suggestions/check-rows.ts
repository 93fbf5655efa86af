import { problemKinds, type Problem, type ProblemKind } from '#shared/canvas/problems.ts';
import { checkKinds, type CheckKind } from '#shared/suggestions/checks.ts';
import type { TreeItem } from '../ui/tree/tree-keys.ts';
import { isMet, type Control } from './controls-in.ts';
import type { Finding } from './findings.ts';

/** `findings` and `controls` are `null` until the search has its first result. */
export type Checked = {
  problems: readonly Problem[];
  findings: readonly Finding[] | null;
  controls: readonly Control[] | null;
};

export type CheckRow = TreeItem &
  (
    | { shows: 'section'; section: SectionName; count: number | null }
    | { shows: 'problems'; kind: ProblemKind; count: number }
    | { shows: 'problem'; problem: Problem }
    | { shows: 'findings'; check: CheckKind; count: number }
    | { shows: 'finding'; finding: Finding }
    | { shows: 'framework'; framework: string; met: number; count: number }
    | { shows: 'control'; control: Control }
  );

const sections = ['drawing', 'security', 'controls'] as const;
type SectionName = (typeof sections)[number];

/**
 * Returns the rows of all sections. A section contains groups, and a group contains problems, findings,
 * or controls. The groups of problems are in the order in which a person would fix the problems.
 */
export const checkRows = (
  { problems, findings, controls }: Checked,
  closed: ReadonlySet<string>,
): CheckRow[] => {
  const isClosed = (id: string): boolean => closed.has(id);
  const section = (
    name: SectionName,
    count: number | null,
    inside: () => CheckRow[],
  ): CheckRow[] => {
    const isEmpty = count === null || count === 0;
    const row: CheckRow = {
      id: name,
      shows: 'section',
      section: name,
      count,
      level: 1,
      parentId: null,
      isExpanded: isEmpty ? null : !isClosed(name),
      position: sections.indexOf(name) + 1,
      setSize: sections.length,
    };
    return isEmpty || isClosed(name) ? [row] : [row, ...inside()];
  };
  return [
    ...section('drawing', problems.length, () => problemRows(problems, isClosed)),
    ...section('security', findings?.length ?? null, () => findingRows(findings ?? [], isClosed)),
    ...section('controls', controls?.length ?? null, () => controlRows(controls ?? [], isClosed)),
  ];
};

type IsClosed = (id: string) => boolean;

const problemRows = (problems: readonly Problem[], isClosed: IsClosed): CheckRow[] => {
  const groups = Map.groupBy(problems, ({ kind }) => kind);
  const kinds = problemKinds.filter((kind) => groups.has(kind));
  return kinds.flatMap((kind, at) => {
    const members = groups.get(kind) ?? [];
    const group = groupItem(kind, 'drawing', at, kinds.length, isClosed);
    return [
      { ...group, shows: 'problems', kind, count: members.length },
      ...itemsIn(group, members, ({ elementId }) => `${kind} ${elementId}`).map(
        ([item, problem]): CheckRow => ({ ...item, shows: 'problem', problem }),
      ),
    ];
  });
};

const findingRows = (findings: readonly Finding[], isClosed: IsClosed): CheckRow[] => {
  const groups = Map.groupBy(findings, ({ check }) => check);
  const checks = checkKinds.filter((check) => groups.has(check));
  return checks.flatMap((check, at) => {
    const members = groups.get(check) ?? [];
    const group = groupItem(check, 'security', at, checks.length, isClosed);
    return [
      { ...group, shows: 'findings', check, count: members.length },
      ...itemsIn(group, members, ({ id }) => id).map(([item, finding]): CheckRow => ({
        ...item,
        shows: 'finding',
        finding,
      })),
    ];
  });
};

const controlRows = (controls: readonly Control[], isClosed: IsClosed): CheckRow[] => {
  const groups = [...Map.groupBy(controls, ({ framework }) => framework)];
  return groups.flatMap(([framework, members], at) => {
    const id = `framework ${framework}`;
    const group = groupItem(id, 'controls', at, groups.length, isClosed);
    const met = members.filter(isMet).length;
    return [
      { ...group, shows: 'framework', framework, met, count: members.length },
      ...itemsIn(group, members, ({ control }) => `${id} ${control}`).map(
        ([item, control]): CheckRow => ({ ...item, shows: 'control', control }),
      ),
    ];
  });
};

const groupItem = (
  id: string,
  parentId: string,
  at: number,
  setSize: number,
  isClosed: IsClosed,
): TreeItem => ({
  id,
  level: 2,
  parentId,
  isExpanded: !isClosed(id),
  position: at + 1,
  setSize,
});

/** Returns the rows of a group, or no rows if the group is collapsed. */
const itemsIn = <Member>(
  group: TreeItem,
  members: readonly Member[],
  idOf: (member: Member) => string,
): [TreeItem, Member][] =>
  group.isExpanded === true
    ? members.map((member, index) => [
        {
          id: idOf(member),
          level: 3,
          parentId: group.id,
          isExpanded: null,
          position: index + 1,
          setSize: members.length,
        },
        member,
      ])
    : [];
