import { framework, type Framework } from './codex-extensions.ts';
import { fromCsv } from './csv.ts';

const names = { control: ['control', 'id'], title: ['title', 'name'], metBy: ['met by', 'metby'] };

/**
 * Reads a framework from CSV with the columns `control`, `title`, and `met by`. The cells of `met by`
 * contain titles of mitigations and names of controls of other frameworks, separated by semicolons or
 * line breaks. If the file cannot be read, the error names the row and the reason.
 */
export const readFramework = (text: string, id: string, title: string): Framework => {
  const [head = [], ...rows] = fromCsv(text);
  const columns = head.map((name) => name.trim().toLowerCase());
  const at = (wanted: readonly string[]): number =>
    columns.findIndex((column) => wanted.includes(column));
  const [control, name, metBy] = [at(names.control), at(names.title), at(names.metBy)];
  if (control === -1) throw new Error('The first row must name the columns, at least: control.');
  const seen = new Set<string>();
  const controls = rows.flatMap((row, index) => {
    const controlId = (row[control] ?? '').trim();
    if (controlId === '') return [];
    if (seen.has(controlId)) throw new Error(`Row ${index + 2}: ${controlId} is there twice.`);
    seen.add(controlId);
    const others = (row[metBy] ?? '').split(/[;\n]/).map((each) => each.trim());
    return [{ id: controlId, title: row[name] ?? '', metBy: others.filter(Boolean) }];
  });
  if (controls.length === 0) throw new Error('The file has no controls.');
  const read = framework.safeParse({ id, title, controls });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const row = issue?.path[1];
  const prefix = typeof row === 'number' ? `Row ${row + 2}: ` : '';
  throw new Error(`${prefix}${issue?.message ?? ''}`);
};
