import { priorities } from '#shared/api/enumerations.ts';
import {
  elementColors,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import type { Badges } from '../badges.ts';

const kinds = ['process', 'store', 'entity', 'note', 'other', 'boundary', 'flow'] as const;

/**
 * How an element looks from afar: the colour of its worst open threat; without one, that which a
 * person gave it, else that of its kind.
 */
export const lookNames = [...kinds, ...elementColors, ...priorities] as const;
export type LookName = (typeof lookNames)[number];

const ofType: Record<string, LookName> = {
  processNode: 'process',
  dataStoreNode: 'store',
  externalEntityNode: 'entity',
  noteNode: 'note',
  trustBoundaryNode: 'boundary',
};

const numbers = new Map<string, number>(lookNames.map((name, number) => [name, number]));
const numberOf = (name: LookName): number => numbers.get(name) ?? 0;

const flowLook = numberOf('flow');

/** Numbers of `lookNames`, in the order of the document. */
export type Looks = { nodes: Uint8Array; flows: Uint8Array };

type Known = { badges: Badges | null; looks: Uint8Array };
const known = new WeakMap<readonly (CanvasNode | CanvasEdge)[], Known>();

const looksOfEach = <Element extends CanvasNode | CanvasEdge>(
  elements: readonly Element[],
  badges: Badges | null,
  ownLook: (element: Element) => number,
): Uint8Array => {
  const before = known.get(elements);
  if (before?.badges === badges) return before.looks;
  const looks = Uint8Array.from(elements, (element) => {
    const { componentId, color } = element.data ?? {};
    const worst = componentId === undefined ? null : badges?.get(componentId)?.worstPriority;
    return numbers.get(worst ?? '') ?? numbers.get(String(color)) ?? ownLook(element);
  });
  known.set(elements, { badges, looks });
  return looks;
};

const nodeLook = ({ type = '' }: CanvasNode): number => numberOf(ofType[type] ?? 'other');

export const looksOf = ({ nodes, edges }: CanvasDocument, badges: Badges | null): Looks => ({
  nodes: looksOfEach(nodes, badges, nodeLook),
  flows: looksOfEach(edges, badges, () => flowLook),
});
