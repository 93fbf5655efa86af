/** What a benchmark found: rows of figures, some with what is aimed at, and the versions. */
export type Table = {
  versions: Record<string, string>;
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
  'p99 ms': 1,
  'most ms': 1,
  'of JSON.parse': 2,
};

/** Each figure with its median, least and most, because one run says little. */
export const printTable = ({ versions, rows }: Table): void => {
  const cells = rows.map(({ figure, unit, values, aim = '' }) => [
    figure,
    unit,
    ...[median(values), Math.min(...values), Math.max(...values)].map((value) =>
      value.toFixed(decimals[unit] ?? 0),
    ),
    String(values.length),
    aim,
  ]);
  const table = [['figure', 'unit', 'median', 'min', 'max', 'runs', 'aim'], ...cells];
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
