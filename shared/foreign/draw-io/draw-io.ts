import { t } from '../../locales/texts.ts';
import { quoted } from '../../otm/notes.ts';
import type { ForeignCanvas, ForeignElement, ForeignFlow, ForeignModel } from '../foreign-model.ts';
import { nothingNoted, type ForeignNotes } from '../foreign-notes.ts';
import type { XmlElement } from '../xml.ts';
import { cellsOf, placeholderBudget, type DrawIoCell } from './cells.ts';
import { readLine } from './lines.ts';
import { drawIoPages, isGraph } from './pages.ts';
import { propertiesOf, tooltipsOf } from './properties.ts';
import { sheetOf } from './shapes.ts';

/** Reads a drawing of draw.io. Each page becomes a canvas. */
export const readDrawIo = (root: XmlElement): ForeignModel => {
  const notes = nothingNoted();
  const budget = placeholderBudget();
  // The text is looked up only once, because a hostile file has very many pages.
  const untitled = t('imports:foreign.page');
  const canvases = drawIoPages(root).flatMap(({ id, title, graph }): ForeignCanvas[] => {
    const name = title || untitled;
    if (isGraph(graph)) return [canvasOf(cellsOf(graph, budget), { id, title: name, notes })];
    notes.leftOut.push({ place: name, message: graph.reason });
    return [];
  });
  return { title: '', canvases, isDrawing: true, notes };
};

type Page = { id: string; title: string; notes: ForeignNotes };

const canvasOf = (all: DrawIoCell[], { id, title, notes }: Page): ForeignCanvas => {
  const byId = new Map(all.map((cell) => [cell.id, cell]));
  const cells = withoutHidden(all, byId, title, notes);
  const sheet = sheetOf(cells);
  const flows: ForeignFlow[] = [];
  const lines: ForeignElement[] = [];
  for (const edge of cells.filter((cell) => cell.isEdge)) {
    const read = readLine(edge, sheet);
    if (read === 'nothing') {
      const message = t('imports:foreign.loose-line', { line: quoted(edge.label || edge.id) });
      notes.leftOut.push({ place: title, message });
    } else if ('kind' in read) lines.push(read);
    else flows.push(read);
  }
  const layers = all.filter((cell) => !cell.isVertex && !cell.isEdge);
  const names = layers.map(({ label }) => label).filter((label) => label !== '');
  const around = [...layers, ...sheet.groups];
  return {
    id,
    title,
    description: tooltipsOf(around).join('\n\n'),
    attributes: { ...propertiesOf(around), layers: names.length > 0 ? names : undefined },
    elements: [...sheet.elements, ...lines],
    flows,
  };
};

const withoutHidden = (
  cells: readonly DrawIoCell[],
  byId: ReadonlyMap<string, DrawIoCell>,
  title: string,
  notes: ForeignNotes,
): DrawIoCell[] => {
  const hidden = new Map<DrawIoCell, boolean>();
  const isHidden = (cell: DrawIoCell, depth = 0): boolean => {
    const known = hidden.get(cell);
    if (known !== undefined) return known;
    const parent = byId.get(cell.parent);
    const result =
      cell.isHidden || (parent !== undefined && depth < 200 && isHidden(parent, depth + 1));
    hidden.set(cell, result);
    return result;
  };
  const drawn = cells.filter((cell) => cell.isVertex || cell.isEdge);
  const visible = drawn.filter((cell) => !isHidden(cell));
  const count = drawn.length - visible.length;
  if (count > 0) {
    notes.leftOut.push({ place: title, message: t('imports:foreign.hidden', { count }) });
  }
  return visible;
};
