import i18next from 'i18next';
import type { RegisterColumn, RegisterRow } from '#shared/desktop/register.ts';
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

/** Returns the words that the table shows. Dates stay in ISO 8601, because spreadsheets read them. */
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

const tableOf = async (numbers: readonly number[]): Promise<string[][]> => {
  const columns = visibleColumns();
  const rows = await rowsOf(numbers);
  const head = columns.map((column) => i18next.t(`column.${column}`, { ns: 'register' }));
  return [head, ...rows.map((row) => columns.map((column) => cellText(row, column)))];
};

/** Replaces line breaks and tabs in cells with spaces, because each would start another cell. */
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

/** Copies the visible columns of threats, as text and as a table. */
export const copyThreats = async (numbers: readonly number[]): Promise<void> => {
  if (isTooMany(numbers)) return;
  try {
    const table = await tableOf(numbers);
    await putTableOnClipboard({ text: toTabs(table), html: toHtml(table) });
  } catch (error) {
    showError(error);
  }
};

/** Writes the visible columns of threats to a file that the person chooses. */
export const exportThreats = async (numbers: readonly number[]): Promise<void> => {
  try {
    await desktop.register.exportFile({ rows: await tableOf(numbers) });
  } catch (error) {
    showError(error);
  }
};
