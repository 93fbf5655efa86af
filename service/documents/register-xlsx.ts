import writeXlsxFile from 'write-excel-file/node';
import { cutText } from '#shared/exports/cut-text.ts';
import { registerTable } from '#shared/exports/register-table.ts';
import { t } from '#shared/locales/texts.ts';
import type { ModelContent } from '#shared/otm/content.ts';

/** The widths of the columns in characters. They fit the usual length of the texts in each column. */
const widths = [10, 36, 48, 22, 16, 18, 10, 14, 20, 20, 10, 10, 16, 12, 36, 24, 16, 14, 18, 24];

/**
 * Returns a character in the notation of Excel, which reads `_x0041_` in a text as the character 0x41.
 */
const coded = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`;

/** Returns the text of a cell. Excel treats a file with a longer text as damaged, and removes the cell. */
const cellText = (text: string): string => {
  const written = cutText(text.toWellFormed()).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, coded('_'));
  // The library mistakes the name of a property that all objects inherit, such as `constructor`, for a
  // text that it has already stored. So the first character of such a text is escaped.
  return written in {} ? `${coded(written)}${written.slice(1)}` : written;
};

/**
 * Returns the threat register as an Excel file. Every cell is text, so Excel never runs one as a
 * formula.
 */
export const registerXlsx = async (model: ModelContent): Promise<Uint8Array> => {
  const { headings, rows } = registerTable(model);
  const cell = (value: string) =>
    value === ''
      ? null
      : { value: cellText(value), type: String, wrap: true, alignVertical: 'top' as const };
  const head = (value: string) => ({
    value,
    type: String,
    fontWeight: 'bold' as const,
    backgroundColor: '#eef0fc',
  });
  const sheet = { sheet: t('report:register'), columns: widths.map((width) => ({ width })) };
  const file = writeXlsxFile([headings.map(head), ...rows.map((row) => row.map(cell))], {
    ...sheet,
    stickyRowsCount: 1,
  });
  return await file.toBuffer();
};
