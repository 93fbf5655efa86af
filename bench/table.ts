/**
 * The result of a benchmark. `versions` has the versions of programs such as Node. Each row is a figure,
 * and some rows have a target (`aim`). With `columns`, each value of a row belongs to the column at the
 * same index. Without `columns`, the values of a row come from repeated runs.
 */
export type Table = {
  versions: Record<string, string>;
  columns?: string[];
  rows: { figure: string; unit: string; values: number[]; aim?: string }[];
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

const decimals: Record<string, number> = {
  kB: 1,
  'of bare': 3,
  'MB grown': 1,
  processors: 2,
  times: 2,
  'p99 ms': 1,
  'most ms': 1,
  'CPU ms': 1,
  'of JSON.parse': 2,
};

export const printTable = (found: Table): void => {
  const { versions, columns } = found;
  const table = columns ? byColumns(found, columns) : byRuns(found);
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of table) {
    const padded = row.map((cell, column) =>
      column < 2 ? cell.padEnd(widths?.[column] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
  console.log(
    `\n${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
  );
};

/** Lists the median, minimum, and maximum of each figure, because one run says little. */
const byRuns = ({ rows }: Table): string[][] => [
  ['figure', 'unit', 'median', 'min', 'max', 'runs', 'aim'],
  ...rows.map(({ figure, unit, values, aim = '' }) => [
    figure,
    unit,
    ...[median(values), Math.min(...values), Math.max(...values)].map((value) =>
      value.toFixed(decimals[unit] ?? 0),
    ),
    String(values.length),
    aim,
  ]),
];

/**
 * The model size with which the other sizes are compared. It is the title of a column. A figure that is
 * measured at only one size has its value in the first column, even if the size is another.
 */
const compared = '1000';

/** Lists each figure at every size, and its ratio to the compared size. */
const byColumns = ({ rows }: Table, columns: readonly string[]): string[][] => [
  ['figure', 'unit', ...columns, ...columns.map((column) => `${column} / ${compared}`), 'aim'],
  ...rows.map(({ figure, unit, values, aim = '' }) => {
    const one = values[columns.indexOf(compared)];
    const cell = (value: number | undefined, digits: number): string =>
      value === undefined || !Number.isFinite(value) ? '' : value.toFixed(digits);
    return [
      figure,
      unit,
      ...columns.map((_, at) =>
        cell(values[at], decimals[unit] ?? (unit.startsWith('of') ? 2 : 0)),
      ),
      ...columns.map((_, at) => cell(one === undefined ? one : (values[at] ?? NaN) / one, 2)),
      aim,
    ];
  }),
];
