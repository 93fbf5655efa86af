import { noThreatsIn } from '../suggestions/no-threats.ts';
import type { CanvasDocument } from './document.ts';
import { isComponentKind } from './element-kinds.ts';
import { crossedBoundaries } from './geometry.ts';
import { securityOf } from './security-properties.ts';

/** How a flow across a trust boundary is protected, as far as it is known. */
export const protections = ['both', 'encrypted', 'authenticated', 'none', 'unknown'] as const;
type Protection = (typeof protections)[number];

export type DrawingFigures = {
  /** The elements that can have threats and are in scope. */
  elements: number;
  /** Those with threats, or for which somebody has recorded that there are none. */
  considered: number;
  /** The flows across boundaries. */
  crossings: Record<Protection, number>;
};

/** Counts what the overview says about a drawing. Takes linear time. */
export const drawingFigures = (
  document: CanvasDocument,
  withThreats: ReadonlySet<string>,
): DrawingFigures => {
  const { nodes, edges } = document;
  const parts = [...nodes.filter(({ type }) => isComponentKind(type)), ...edges].filter(
    ({ data }) => data?.['outOfScope'] !== true,
  );
  const considered = parts.filter(
    ({ data }) =>
      (data?.componentId !== undefined && withThreats.has(data.componentId)) ||
      noThreatsIn(data) !== null,
  );
  const crossings = { both: 0, encrypted: 0, authenticated: 0, none: 0, unknown: 0 };
  for (const edge of edges) {
    if (crossedBoundaries(document, edge).length > 0) crossings[protectionOf(edge.data)] += 1;
  }
  return { elements: parts.length, considered: considered.length, crossings };
};

const protectionOf = (data: Readonly<Record<string, unknown>> | undefined): Protection => {
  const { encrypted, authenticated } = securityOf(data ?? {});
  if (encrypted === true) return authenticated === true ? 'both' : 'encrypted';
  if (authenticated === true) return 'authenticated';
  return encrypted === false || authenticated === false ? 'none' : 'unknown';
};
