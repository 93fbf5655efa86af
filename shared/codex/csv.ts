import papaparse from 'papaparse';

/**
 * Reads and writes CSV as RFC 4180 describes it. Cells are escaped, so that a spreadsheet program
 * computes none of them as a formula.
 */

// A spreadsheet program would compute a cell that begins with one of these characters, so writing puts
// an apostrophe before the cell. If the cell already begins with apostrophes and one of these
// characters, writing adds one apostrophe too. So reading can always remove exactly one.
const formula = /^'*[=+\-@\t\r]/;
const neutralized = /^'+[=+\-@\t\r]/;

const written = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);
const read = (cell: string): string => (neutralized.test(cell) ? cell.slice(1) : cell);

export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `${papaparse.unparse(rows.map((row) => row.map(written)))}\r\n`;

/** Returns the cells of each row. If a row cannot be read, the error names the number of the row. */
export const fromCsv = (text: string): string[][] => {
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: ',',
    skipEmptyLines: true,
  });
  const [error] = errors;
  if (error) throw new Error(`Row ${(error.row ?? 0) + 1}: ${error.message}`);
  return data.map((row) => row.map(read));
};
