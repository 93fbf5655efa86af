import papaparse from 'papaparse';

/**
 * Reads and writes CSV as RFC 4180 describes it. Cells are escaped, so that a spreadsheet program
 * computes none of them as a formula.
 */

/**
 * A line such as `- item`. It is harmless without the characters with which a formula calls a function
 * or a program, or refers to another file.
 */
const listItem = String.raw`["'\t]*- [^(|!;\r\n]*(?:[;\r\n]|$)`;

/**
 * The positions at which a spreadsheet program may find a formula: the start of a cell, and the text
 * after a semicolon or a line break. In many languages, Excel separates cells with semicolons, and
 * splits a cell of this file there, even between quotes.
 */
const formula = String.raw`(?:^(?=["']*[=+\-@\t\r])|(?<=[;\r\n])(?!${listItem})(?=["'\t]*[=+\-@]))`;

// Writing puts an apostrophe at these positions, also before other apostrophes. So reading can always
// remove exactly one.
const unprotected = new RegExp(formula, 'g');
const protectedFormula = new RegExp(`${formula}'`, 'g');

const written = (cell: string): string => cell.replaceAll(unprotected, "'");
const read = (cell: string): string => cell.replaceAll(protectedFormula, '');

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
