import type { CanvasDocument } from '#shared/canvas/document.ts';
import { crossedBoundaries } from '#shared/canvas/geometry.ts';
import { marksOf } from '#shared/drawing/elements.ts';
import { t } from '#shared/locales/texts.ts';
import type { ReportCanvas } from '#shared/report/report-content.ts';
import { lineOf, lineOr } from './rich-text.ts';

export type FlowRow = {
  name: string;
  source: string;
  target: string;
  /** `both` if data flows in both directions, and otherwise `one`. */
  direction: 'one' | 'both';
  protocol: string;
  data: string;
  protection: string;
  isProtected: boolean;
  crosses: string;
};

/**
 * Returns the data flows of each canvas, with their protection and the boundaries that they cross.
 */
export const flowGroups = (
  canvases: readonly ReportCanvas[],
): { canvas: string; rows: FlowRow[] }[] =>
  canvases
    .map(({ title, document }) => ({
      canvas: lineOr(title, 200),
      rows: rowsOf(document),
    }))
    .filter(({ rows }) => rows.length > 0);

const rowsOf = (document: CanvasDocument): FlowRow[] => {
  const names = new Map(document.nodes.map(({ id, data }) => [id, lineOr(data?.label, 120)]));
  const nameOf = (id: string): string => names.get(id) ?? t('report:untitled.any');
  return document.edges
    .filter(({ source, target }) => names.has(source) && names.has(target))
    .map((edge) => {
      const marks = marksOf(edge);
      const signs = [
        marks.isEncrypted ? t('report:flows.encrypted') : '',
        marks.isAuthenticated ? t('report:flows.authenticated') : '',
      ].filter(Boolean);
      return {
        name: lineOr(marks.label, 160, t('canvas:kind.flow')),
        source: nameOf(edge.source),
        target: nameOf(edge.target),
        direction: edge.data?.bidirectional === true ? 'both' : 'one',
        protocol: lineOf(marks.protocol, 60),
        data: lineOf(marks.dataClassification, 60),
        protection: signs.length > 0 ? signs.join(', ') : t('report:flows.unprotected'),
        isProtected: marks.isEncrypted,
        crosses: crossedBoundaries(document, edge)
          .map(({ data }) => lineOr(data.label, 80))
          .join(', '),
      };
    });
};
