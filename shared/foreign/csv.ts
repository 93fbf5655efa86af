import papaparse from 'papaparse';
import { elementKindNames, elementKinds, type ElementKind } from '../canvas/element-kinds.ts';
import { t } from '../locales/texts.ts';
import { quoted } from '../otm/notes.ts';
import { refused } from '../otm/syntax/parsed.ts';
import { threatStatusOf } from '../otm/vocabulary/states.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignFlow,
  ForeignModel,
  ForeignReading,
  ForeignThreat,
} from './foreign-model.ts';
import { nothingNoted } from './foreign-notes.ts';
import { priorityOfWord } from './priority-of-word.ts';

/** The columns that Parapet understands. All other columns are kept as attributes. */
const columns = [
  'type',
  'id',
  'name',
  'parent',
  'source',
  'target',
  'element',
  'description',
  'status',
  'priority',
  'category',
  'mitigation',
  'canvas',
] as const;
type Column = (typeof columns)[number];

const kinds: ReadonlyMap<string, ElementKind> = new Map([
  ...elementKindNames.flatMap((kind) =>
    elementKinds[kind].textWords.map((word): [string, ElementKind] => [word, kind]),
  ),
  ['actor', 'externalEntityNode'],
]);
const flowTypes = new Set(['flow', 'data flow']);

const headings = (line: string): string[] =>
  line.split(/[,;\t]/).map((cell) => cell.replaceAll('"', '').trim().toLowerCase());

/** Tells if the first line of a text has the columns `type` and `name` of Parapet's CSV format. */
export const isCsv = (text: string): boolean => {
  const [line = ''] = text
    .slice(0, 2000)
    .trimStart()
    .split(/\r\n?|\n/);
  const names = headings(line);
  return names.length > 1 && names.includes('type') && names.includes('name');
};

type Row = {
  cell: (column: Column) => string;
  more: Record<string, string>;
  /** The cells after the last column, separated by commas. */
  beyond: string;
  line: number;
};

/**
 * Reads Parapet's CSV format, which has one row for each element, flow, and threat (`docs/import.md`).
 */
export const readCsv = (text: string, title: string): ForeignReading => {
  const { data, errors } = papaparse.parse<string[]>(text.trimStart(), {
    skipEmptyLines: 'greedy',
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) {
    return refused(`line ${(broken.row ?? 0) + 1}`, t('imports:refused.csv-quotes'));
  }
  const [head = [], ...rows] = data;
  const names = head.map((name) => name.trim());
  return { ok: true, model: modelOf(rows.map(rowsUnder(names)), title) };
};

/** Returns a function that reads a row under a header with these names. */
const rowsUnder = (names: readonly string[]) => {
  const plain = names.map((name) => name.toLowerCase());
  const known = new Set<string>(columns);
  const positions = new Map(plain.map((name, at): [string, number] => [name, at]).toReversed());
  const others = names
    .map((name, column) => ({ name, column }))
    .filter(({ name, column }) => name !== '' && !known.has(plain[column] ?? ''));
  return (cells: readonly string[], at: number): Row => ({
    cell: (column) => (cells[positions.get(column) ?? -1] ?? '').trim(),
    more: Object.fromEntries(
      others
        .filter(({ column }) => column < cells.length)
        .map(({ name, column }): [string, string] => [name, (cells[column] ?? '').trim()])
        .filter(([, value]) => value !== ''),
    ),
    beyond: cells
      .slice(names.length)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(', '),
    line: at + 2,
  });
};

type Owner = ForeignElement | ForeignFlow;

const modelOf = (rows: readonly Row[], title: string): ForeignModel => {
  const notes = nothingNoted();
  const leaveOut = ({ line }: Row, message: string): void => {
    notes.leftOut.push({ place: `line ${line}`, message });
  };
  const idOf = namingRows();
  const canvases = new Map<string, ForeignCanvas>();
  const [ownersById, ownersByName] = [new Map<string, Owner>(), new Map<string, Owner>()];
  const rowsOf = new Map<ForeignElement, Row>();
  const threats: Row[] = [];
  const canvasOf = (name: string): ForeignCanvas => {
    const known = canvases.get(name);
    if (known) return known;
    const canvas = { id: name || 'canvas', title: name || title, elements: [], flows: [] };
    canvases.set(name, canvas);
    return canvas;
  };
  const own = (row: Row, each: Owner): void => {
    const [id, name] = [row.cell('id'), row.cell('name')];
    if (!ownersById.has(id)) ownersById.set(id, each);
    if (!ownersByName.has(name)) ownersByName.set(name, each);
  };
  /**
   * Finds an element by its ID, or else by its name. The ID comes first, because the ID of one row may
   * equal the name of another.
   */
  const ownerOf = (element: string): Owner | undefined =>
    element === '' ? undefined : (ownersById.get(element) ?? ownersByName.get(element));
  for (const row of rows) {
    if (row.beyond !== '') {
      leaveOut(row, t('imports:foreign.no-column', { cells: quoted(row.beyond) }));
    }
    const type = row.cell('type').toLowerCase();
    const kind = kinds.get(type);
    if (kind) {
      const element = elementOf(row, kind, idOf(row));
      canvasOf(row.cell('canvas')).elements.push(element);
      rowsOf.set(element, row);
      own(row, element);
    } else if (flowTypes.has(type)) {
      const flow = flowOf(row, idOf(row));
      canvasOf(row.cell('canvas')).flows.push(flow);
      own(row, flow);
    } else if (type === 'threat') threats.push(row);
    else leaveOut(row, t('imports:foreign.unknown-row', { type: quoted(row.cell('type')) }));
  }
  const leaveOutReference = (row: Row, key: Column): void => {
    const name = quoted(row.cell(key));
    leaveOut(row, t('imports:foreign.unknown-reference', { key, name }));
  };
  for (const canvas of canvases.values()) {
    for (const orphan of resolve(canvas)) {
      const row = rowsOf.get(orphan);
      if (row) leaveOutReference(row, 'parent');
    }
  }
  const whole: ForeignThreat[] = [];
  for (const row of threats) {
    const owner = ownerOf(row.cell('element'));
    if (!owner && row.cell('element') !== '') leaveOutReference(row, 'element');
    const threat = threatOf(row, idOf(row));
    if (owner) (owner.threats ??= []).push(threat);
    else whole.push(threat);
  }
  if (whole.length > 0) canvasOf([...canvases.keys()][0] ?? '');
  return { title, canvases: [...canvases.values()], threats: whole, isDrawing: true, notes };
};

/**
 * Returns a function that returns the ID of a row: its own ID, or one that is made from its content.
 * Line numbers are not used, because they change when other rows are added.
 */
const namingRows = (): ((row: Row) => string) => {
  const counts = new Map<string, number>();
  return (row) => {
    const ownId = row.cell('id');
    if (ownId !== '') return ownId;
    const facts = (['canvas', 'type', 'source', 'target', 'element', 'name'] as const).map(
      row.cell,
    );
    const id = facts.filter((fact) => fact !== '').join('-');
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
};

const elementOf = (row: Row, kind: ElementKind, id: string): ForeignElement => ({
  id,
  kind,
  name: row.cell('name'),
  description: row.cell('description'),
  parent: row.cell('parent') || null,
  attributes: row.more,
});

const flowOf = (row: Row, id: string): ForeignFlow => ({
  id,
  name: row.cell('name'),
  description: row.cell('description'),
  source: { id: row.cell('source'), name: row.cell('source') },
  target: { id: row.cell('target'), name: row.cell('target') },
  attributes: row.more,
});

/**
 * Replaces the names of parents and of the ends of flows with IDs. Returns the elements whose parent
 * does not exist.
 */
const resolve = (canvas: ForeignCanvas): ForeignElement[] => {
  const ids = new Set(canvas.elements.map(({ id }) => id));
  const byName = new Map(canvas.elements.toReversed().map(({ id, name }) => [name, id]));
  const idFor = (reference: string): string =>
    ids.has(reference) ? reference : (byName.get(reference) ?? reference);
  for (const element of canvas.elements) {
    if (typeof element.parent === 'string') element.parent = idFor(element.parent);
  }
  for (const { source, target } of canvas.flows) {
    source.id = idFor(source.id ?? '');
    target.id = idFor(target.id ?? '');
  }
  return canvas.elements.filter(({ parent }) => typeof parent === 'string' && !ids.has(parent));
};

const threatOf = (row: Row, id: string): ForeignThreat => {
  const status = row.cell('status');
  const known = threatStatusOf(status);
  const mitigation = row.cell('mitigation');
  return {
    id,
    title: row.cell('name') || t('imports:foreign.unnamed'),
    description: row.cell('description'),
    status: known ?? 'open',
    priority: priorityOfWord(row.cell('priority')),
    categories: row
      .cell('category')
      .split(/[;|]/)
      .map((category) => category.trim())
      .filter((category) => category !== ''),
    attributes: { ...row.more, ...(known === undefined && status !== '' && { status }) },
    mitigations:
      mitigation === ''
        ? []
        : [{ title: mitigation, status: known === 'mitigated' ? 'done' : null }],
  };
};
