import { create } from 'zustand';
import {
  emptyFilter,
  registerColumns,
  type RegisterColumn,
  type RegisterFilter,
  type RegisterGrouping,
  type RegisterKind,
  type RegisterPreferences,
  type RegisterQuery,
} from '#shared/desktop/register.ts';
import { savedPreferences, savePreferences } from '../kernel/desktop/preferences.ts';

type RegisterState = {
  of: RegisterKind;
  filter: RegisterFilter;
  sort: RegisterQuery['sort'];
  grouping: RegisterGrouping | null;
  /**
   * The number of the row with the Tab stop. If no row has this number, the Tab stop stays at its last
   * position in the table.
   */
  active: number | null;
  selected: ReadonlySet<number>;
  /** The scope to which the active row and the selected rows belong. */
  shownScope: string;
  /** The choices that the app saves: columns, their widths, and views. */
  chosen: RegisterPreferences;
};

const initialSort: RegisterQuery['sort'] = [
  { column: 'priority', isDescending: true },
  { column: 'reference', isDescending: false },
];

/** The state of the register. The page and the bottom panel share it. */
export const useRegister = create<RegisterState>(() => ({
  of: 'threat',
  filter: emptyFilter,
  sort: initialSort,
  grouping: null,
  active: null,
  selected: new Set(),
  shownScope: '',
  chosen: savedPreferences.register,
}));

export const setFilter = (change: Partial<RegisterFilter>): void =>
  useRegister.setState(({ filter }) => ({
    filter: { ...filter, ...change },
    selected: new Set(),
  }));

export const isFiltered = (filter: RegisterFilter): boolean =>
  Object.values(filter).some((value) => value !== null && value.length > 0);

/**
 * Lists threats or mitigations. Keeps all filters except that of the status, because threats and
 * mitigations have different statuses.
 */
export const listKind = (of: RegisterKind): void =>
  useRegister.setState(({ filter, grouping, sort }) => ({
    of,
    filter: { ...filter, status: [] },
    grouping: grouping === 'threat' ? null : grouping,
    sort: sort.filter(({ column }) => hasColumn(of, column)),
    active: null,
    selected: new Set(),
  }));

const columnsOfOne: Partial<Record<RegisterColumn, RegisterKind>> = {
  threat: 'mitigation',
  likelihood: 'threat',
  impact: 'threat',
};

const hasColumn = (of: RegisterKind, column: RegisterColumn): boolean =>
  (columnsOfOne[column] ?? of) === of;

const choose = (change: Partial<RegisterPreferences>): void => {
  const chosen = { ...useRegister.getState().chosen, ...change };
  useRegister.setState({ chosen });
  savePreferences({ register: chosen });
};

/**
 * Returns the columns of a kind in the chosen order. Columns that are missing in `order` come last, such
 * as columns that a newer version of the app has added.
 */
export const orderedColumns = (of: RegisterKind, order: readonly string[]): RegisterColumn[] => {
  const rank = (column: string): number =>
    order.includes(column) ? order.indexOf(column) : order.length;
  return registerColumns
    .filter((column) => hasColumn(of, column))
    .toSorted((one, other) => rank(one) - rank(other));
};

export const toggleColumn = (column: RegisterColumn): void => {
  const { hidden } = useRegister.getState().chosen;
  choose({
    hidden: hidden.includes(column)
      ? hidden.filter((each) => each !== column)
      : [...hidden, column],
  });
};

/** Swaps a column with the visible column after it (1) or before it (-1). */
export const moveColumn = (column: RegisterColumn, by: 1 | -1): void => {
  const { of, chosen } = useRegister.getState();
  const { hidden, order } = chosen;
  const all = orderedColumns(of, order);
  const visible = all.filter((each) => !hidden.includes(each));
  const other = visible[visible.indexOf(column) + by];
  if (other === undefined) return;
  choose({
    order: withColumnsOfOthers(
      all.map((each) => (each === column ? other : each === other ? column : each)),
    ),
  });
};

/**
 * Returns the given columns, followed by the other columns of the saved order. The other columns belong
 * to the other kind or to other versions of the app.
 */
const withColumnsOfOthers = (columns: readonly RegisterColumn[]): string[] => {
  const known: ReadonlySet<string> = new Set(columns);
  const { order } = useRegister.getState().chosen;
  return [...columns, ...order.filter((each) => !known.has(each))];
};

/** Moves a column to the position of another visible column. */
export const placeColumn = (column: RegisterColumn, target: RegisterColumn): void => {
  const { of, chosen } = useRegister.getState();
  const all = orderedColumns(of, chosen.order);
  const [from, to] = [all.indexOf(column), all.indexOf(target)];
  if (from < 0 || to < 0 || from === to) return;
  choose({ order: withColumnsOfOthers(all.toSpliced(from, 1).toSpliced(to, 0, column)) });
};

export const resizeColumn = (column: string, width: number): void => {
  const { widths } = useRegister.getState().chosen;
  choose({ widths: { ...widths, [column]: Math.round(width) } });
};

/** Saves the current view. Replaces a view with the same name. */
export const saveView = (name: string): void => {
  const { of, chosen, filter, sort, grouping } = useRegister.getState();
  const others = chosen.views.filter((view) => view.name !== name);
  choose({ views: [...others, { name, of, filter, sort, grouping }] });
};

export const removeView = (name: string): void =>
  choose({
    views: useRegister.getState().chosen.views.filter((view) => view.name !== name),
  });

type View = RegisterPreferences['views'][number];

export const showView = ({ of, filter, sort, grouping }: Omit<View, 'name'>): void =>
  useRegister.setState({ of, filter, sort, grouping, active: null, selected: new Set() });

/** Returns a copy of a set without the value if the set has the value, or else with it. */
export const toggled = <Value>(set: ReadonlySet<Value>, value: Value): Set<Value> => {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
};
