import i18next from 'i18next';
import { rowsAtOnce, type RegisterColumn, type RegisterRow } from '#shared/desktop/register.ts';
import { putTableOnClipboard } from '../canvas/clipboard/system-clipboard.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { isPriority, severities } from '../kernel/records/severity.tsx';
import { isThreatStatus, mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { isTooMany, rowsOf } from './change-threats.ts';
import { orderedColumns, useRegister } from './register-state.ts';

const priorityWord = (priority: string): string =>
  isPriority(priority) ? i18next.t(severities[priority].textKey, { ns: 'threats' }) : priority;

const statusWord = ({ kind, status }: RegisterRow): string => {
  if (kind === 'threat') {
    return isThreatStatus(status)
      ? i18next.t(threatStatusTable[status].textKey, { ns: 'threats' })
      : status;
  }
  const known = mitigationStates.find((each) => (each.status ?? '') === status);
  return known ? i18next.t(known.textKey, { ns: 'mitigations' }) : status;
};

/**
 * Returns the text of a cell as the table shows it. Only dates stay in ISO 8601, because spreadsheets
 * can read this format.
 */
const cellText = (row: RegisterRow, column: RegisterColumn): string => {
  switch (column) {
    case 'priority':
    case 'likelihood':
    case 'impact':
      return priorityWord(row[column]);
    case 'status':
      return statusWord(row);
    case 'due':
      return row.due.slice(0, 10);
    case 'threat':
    case 'component':
    case 'canvas':
    case 'model':
      return row[column].title;
    case 'category':
      return row.categories.join(', ');
    default:
      return row[column];
  }
};

const visibleColumns = (): RegisterColumn[] => {
  const { of, chosen } = useRegister.getState();
  const { hidden, order } = chosen;
  return orderedColumns(of, order).filter((column) => !hidden.includes(column));
};

const headOf = (columns: readonly RegisterColumn[]): string[] =>
  columns.map((column) => i18next.t(`column.${column}`, { ns: 'register' }));

const cellsOf = (rows: readonly RegisterRow[], columns: readonly RegisterColumn[]): string[][] =>
  rows.map((row) => columns.map((column) => cellText(row, column)));

/**
 * Returns a table as text, with tabs between cells. Each line break or tab inside a cell becomes a
 * space, because it would start another row or cell.
 */
const toTabs = (table: readonly string[][]): string =>
  table.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t')).join('\n');

const toHtml = (table: readonly string[][]): string => {
  const element = document.createElement('table');
  for (const cells of table) {
    const row = element.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  return element.outerHTML;
};

/** Copies the visible columns of threats to the clipboard, as text and as an HTML table. */
export const copyThreats = async (numbers: readonly number[]): Promise<void> => {
  if (isTooMany(numbers)) return;
  try {
    const columns = visibleColumns();
    const table = [headOf(columns), ...cellsOf(await rowsOf(numbers), columns)];
    await putTableOnClipboard({ text: toTabs(table), html: toHtml(table) });
  } catch (error) {
    showError(error);
  }
};

/**
 * Writes the visible columns of threats to a file that the person chooses. The text is made page by
 * page, so that the window stays responsive with 100,000 threats.
 */
export const exportThreats = async (numbers: readonly number[]): Promise<void> => {
  try {
    // This code is loaded with the first export, because it is rarely needed.
    const { toCsv } = await import('#shared/codex/csv.ts');
    const columns = visibleColumns();
    const parts = [toCsv([headOf(columns)])];
    for (let first = 0; first < numbers.length; first += rowsAtOnce) {
      const rows = await rowsOf(numbers.slice(first, first + rowsAtOnce));
      if (rows.length > 0) parts.push(toCsv(cellsOf(rows, columns)));
    }
    await desktop.register.exportFile({ csv: parts.join('') });
  } catch (error) {
    showError(error);
  }
};
