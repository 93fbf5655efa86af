import type { CanvasDocument } from '../canvas/document.ts';
import { dismissalsIn, type Dismissal } from './dismissed.ts';

/** A suggestion that somebody dismissed, and the element that stores the dismissal. */
export type DismissedSuggestion = Dismissal & {
  canvasId: string;
  elementId: string;
  kind: 'node' | 'edge';
  /** The name of the element. It is empty if the element has no name. */
  element: string;
  /** The ID of the threat. */
  threat: string;
  /** The title of the threat. If the threat is unknown, this is its ID. */
  title: string;
};

type Threats = ReadonlyMap<string, { title: string }>;

/** Returns the dismissed suggestions of all canvases, the newest first. */
export const dismissedSuggestions = (
  canvases: readonly { id: string; document: CanvasDocument }[],
  threats: Threats,
): DismissedSuggestion[] =>
  canvases
    .flatMap(({ id: canvasId, document }) => [
      ...document.nodes.flatMap((node) => inElement(canvasId, 'node', node, threats)),
      ...document.edges.flatMap((edge) => inElement(canvasId, 'edge', edge, threats)),
    ])
    .toSorted((one, other) => Number(one.at < other.at) - Number(one.at > other.at));

type Element = { id: string; data?: Readonly<Record<string, unknown>> | undefined };

const inElement = (
  canvasId: string,
  kind: 'node' | 'edge',
  { id, data = {} }: Element,
  threats: Threats,
): DismissedSuggestion[] =>
  dismissalsIn(data).map(({ threat, dismissal }) => ({
    ...dismissal,
    canvasId,
    elementId: id,
    kind,
    element: typeof data['label'] === 'string' ? data['label'] : '',
    threat,
    title: threats.get(threat)?.title ?? threat,
  }));
