import { noThreatsIn } from '../suggestions/no-threats.ts';
import type { CanvasDocument } from './document.ts';
import { isComponentKind } from './element-kinds.ts';
import { crossedBoundaries } from './geometry.ts';
import { securityOf } from './security-properties.ts';

/**
 * The protection of a flow, according to its properties `encrypted` and `authenticated`. `none` means
 * that neither property is true, and at least one is stated to be false. `unknown` means that neither
 * property is stated.
 */
export const protections = ['both', 'encrypted', 'authenticated', 'none', 'unknown'] as const;
type Protection = (typeof protections)[number];

export type DrawingFigures = {
  /** The number of elements that can have threats and are in scope. */
  elements: number;
  /**
   * The number of elements, among those counted in `elements`, that have threats or that somebody
   * recorded as having none.
   */
  considered: number;
  /** The number of flows across boundaries, by protection. */
  crossings: Record<Protection, number>;
  /**
   * The IDs of the elements counted in `elements` but not in `considered`, and the IDs of the flows
   * counted in `crossings`.
   */
  ids: { unconsidered: string[] } & Record<Protection, string[]>;
};

/** Returns the figures that the overview of a model shows about a drawing. Takes linear time. */
export const drawingFigures = (
  document: CanvasDocument,
  withThreats: ReadonlySet<string>,
): DrawingFigures => {
  const { nodes, edges } = document;
  const parts = [...nodes.filter(({ type }) => isComponentKind(type)), ...edges].filter(
    ({ data }) => data?.['outOfScope'] !== true,
  );
  const unconsidered = parts.flatMap(({ id, data }) =>
    (data?.componentId !== undefined && withThreats.has(data.componentId)) ||
    noThreatsIn(data) !== null
      ? []
      : [id],
  );
  const byProtection = Map.groupBy(
    edges.filter((edge) => crossedBoundaries(document, edge).length > 0),
    ({ data }) => protectionOf(data),
  );
  const flows = (protection: Protection): string[] =>
    (byProtection.get(protection) ?? []).map(({ id }) => id);
  return {
    elements: parts.length,
    considered: parts.length - unconsidered.length,
    crossings: eachProtection((protection) => flows(protection).length),
    ids: { unconsidered, ...eachProtection(flows) },
  };
};

/** Returns an object with a value for each protection. */
export const eachProtection = <Value>(
  valueOf: (protection: Protection) => Value,
): Record<Protection, Value> => ({
  both: valueOf('both'),
  encrypted: valueOf('encrypted'),
  authenticated: valueOf('authenticated'),
  none: valueOf('none'),
  unknown: valueOf('unknown'),
});

const protectionOf = (data: Readonly<Record<string, unknown>> | undefined): Protection => {
  const { encrypted, authenticated } = securityOf(data ?? {});
  if (encrypted === true) return authenticated === true ? 'both' : 'encrypted';
  if (authenticated === true) return 'authenticated';
  return encrypted === false || authenticated === false ? 'none' : 'unknown';
};
