/**
 * Formats rows in columns. Replaces control characters, because names that users chose must not
 * affect the terminal.
 */
export const tableText = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
};

/** Formats a table with headings. Returns `nothing` when there are no rows. */
export const listText = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
): string => (rows.length === 0 ? nothing : tableText([headings, ...rows]));

const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
