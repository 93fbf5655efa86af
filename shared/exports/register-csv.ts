import { toCsv } from '../codex/csv.ts';
import type { ModelContent } from '../otm/content.ts';
import { registerTable } from './register-table.ts';

export const registerCsv = (model: ModelContent): string => {
  const { headings, rows } = registerTable(model);
  return toCsv([headings, ...rows]);
};
