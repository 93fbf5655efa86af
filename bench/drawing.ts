import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { bestLayout, type LayoutOrder } from '#shared/layout/best-layout.ts';
import { computeLayout } from '#shared/layout/compute-layout.ts';
import type { DrawingScore } from '#shared/layout/drawing-score.ts';
import { generatedDrawing } from '#shared/layout/testing/generated-drawing.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import type { Table } from './table.ts';

const root = join(import.meta.dirname, '..');
/** Folders with example models. The first one is outside the repository and may be missing. */
const folders = ['../shared/fixtures/otm', 'shared/otm/fixtures', 'shared/sample'];

type Named = { name: string; document: CanvasDocument };

/**
 * Measures the processor time of the automatic layout, and how readable each drawing is before and after
 * the layout (`DrawingScore`).
 */
export const drawing = async (): Promise<Table> => {
  const drawings = [
    ...folders.flatMap(drawingsIn),
    ...sizes.map((count) => ({ name: 'generated', document: generatedDrawing(count) })),
  ];
  const rows: Table['rows'] = [];
  for (const { name, document } of drawings) rows.push(...(await rowsOf(name, document)));
  return { versions: { elkjs: '0.12.1' }, columns: ['before', 'after'], rows };
};

const drawingsIn = (folder: string): Named[] => {
  const path = join(root, folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.flatMap((name): Named[] => {
    if (!/\.(?:otm|otm\.json|yaml)$/.test(name)) return [];
    const reading = readOtm(readFileSync(join(path, name)));
    if (!reading.ok) return [];
    const canvases = reading.models.flatMap(({ content }) => content.canvases);
    return canvases
      .filter(({ data }) => data.nodes.length > 1)
      .map(({ title, data }) => ({ name: `${name}, ${title}`, document: data }));
  });
};

const order: LayoutOrder = { scope: 'everything', direction: null, keepsOrder: false };
const parts = [
  'through',
  'overlaps',
  'cramped',
  'covered',
  'crossings',
  'bends',
  'length',
  'cost',
] as const satisfies readonly (keyof DrawingScore)[];

const rowsOf = async (name: string, document: CanvasDocument): Promise<Table['rows']> => {
  const start = process.cpuUsage();
  const { before, after } = await bestLayout(document, order, computeLayout);
  const { user, system } = process.cpuUsage(start);
  const figure = `${name} (${document.nodes.length})`;
  return [
    ...parts.map((part) => ({ figure, unit: part, values: [before[part], after[part]] })),
    { figure, unit: 'width', values: [before.size.width, after.size.width] },
    { figure, unit: 'height', values: [before.size.height, after.size.height] },
    { figure, unit: 'ms of processor', values: [NaN, (user + system) / 1000] },
  ];
};

const sizes = [10, 50, 100, 500, 2000];
