import { flowsAcross } from '#shared/canvas/crossings.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { t } from '#shared/locales/texts.ts';
import type { ReportCanvas } from '#shared/report/report-content.ts';
import { lineOr } from './rich-text.ts';

export type BoundaryRow = { name: string; holds: string; crossing: string };

const maxNames = 20;

/** Returns the trust boundaries of each canvas, with their contents and the flows across them. */
export const boundaryGroups = (
  canvases: readonly ReportCanvas[],
): { canvas: string; rows: BoundaryRow[] }[] =>
  canvases
    .map(({ title, document }) => ({
      canvas: lineOr(title, 200),
      rows: rowsOf(document),
    }))
    .filter(({ rows }) => rows.length > 0);

/**
 * The most trust boundaries that the report lists for a canvas. Finding the flows across a boundary
 * takes time, and nobody reads hundreds of rows.
 */
const maxRows = 300;

const rowsOf = (document: CanvasDocument): BoundaryRow[] => {
  const boundaries = document.nodes.filter(({ type }) => type === 'trustBoundaryNode');
  const rows = boundaries.slice(0, maxRows).map((boundary) => rowOf(document, boundary));
  const left = boundaries.length - maxRows;
  return left > 0
    ? [...rows, { name: t('sync:more', { count: left }), holds: '–', crossing: '–' }]
    : rows;
};

const rowOf = (document: CanvasDocument, { id, data }: CanvasNode): BoundaryRow => {
  const { inwards, outwards } = flowsAcross(document, id);
  const children = document.nodes.filter(
    ({ parentId, type }) => parentId === id && type !== 'noteNode',
  );
  return {
    name: lineOr(data?.label, 160),
    holds: listed(children.map((node) => node.data?.label ?? '')),
    crossing: t('report:boundaries.crossing', {
      inwards: inwards.length,
      outwards: outwards.length,
    }),
  };
};

const listed = (labels: readonly string[]): string => {
  if (labels.length === 0) return '–';
  const names = labels.slice(0, maxNames).map((label) => lineOr(label, 80));
  return [...names, ...(labels.length > maxNames ? ['…'] : [])].join(', ');
};
