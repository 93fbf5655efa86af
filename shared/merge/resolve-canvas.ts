import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';
import { byId } from './by-id.ts';
import { namesOfData, parentIn, withFieldsOf, type Element } from './element-fields.ts';
import { mendReferences } from './mend-references.ts';
import type { ElementConflict } from './merge-canvas.ts';
import { insertOwn } from './merge-order.ts';

type Choice = 'mine' | 'theirs';

/**
 * The drawing once choices are made (`node:<id>`, `edge:<id>`): an element chosen `theirs` has their
 * version of the conflicting fields, or is there or not as on their side; all others stay as shown.
 *
 * What a choice needs comes with it from their side: the ends of a flow, the boundary around a node.
 * Unless that was itself chosen away: then the flow goes too, and the node goes to the boundary
 * around, staying where it is on the canvas. Where choices put boundaries into each other, their
 * side decides for all that are in the circle.
 */
export const resolveCanvas = (
  shown: CanvasDocument,
  theirs: CanvasDocument,
  choices: ReadonlyMap<string, Choice>,
  conflicts: readonly ElementConflict[],
): CanvasDocument => {
  const nodes = byId(shown.nodes);
  const edges = byId(shown.edges);
  const away = new Map<string, CanvasNode>();
  for (const conflict of conflicts) {
    const choice = choices.get(`${conflict.element}:${conflict.id}`);
    if (!choice) continue;
    if (conflict.element === 'edge') choose(edges, conflict, choice);
    else {
      const old = nodes.get(conflict.id) ?? conflict.theirs;
      choose(nodes, conflict, choice);
      if (old && !nodes.has(conflict.id)) away.set(conflict.id, old);
    }
  }
  mendReferences({ nodes, edges, away, theirs: byId(theirs.nodes) });
  return {
    ...shown,
    nodes: arrange(nodes, shown.nodes, theirs.nodes),
    edges: arrange(edges, shown.edges, theirs.edges),
  };
};

type Versions<E> = { id: string; mine: E | null; theirs: E | null; fields: string[] };

const choose = <E extends Element>(
  elements: Map<string, E>,
  { id, mine, theirs, fields }: Versions<E>,
  choice: Choice,
): void => {
  if (choice === 'mine') return;
  const element = elements.get(id);
  if (!theirs) elements.delete(id);
  else if (!element || !mine || fields.length === 0) elements.set(id, theirs);
  else elements.set(id, withFieldsOf(element, theirs, fields, namesOfData(mine, theirs)));
};

const arrange = <E extends Element>(
  elements: ReadonlyMap<string, E>,
  shown: readonly E[],
  theirs: readonly E[],
): E[] => {
  const kept = shown.map(({ id }) => id).filter((id) => elements.has(id));
  const parentOf = (id: string): string | undefined => parentIn(elements.get(id));
  const order = insertOwn(
    kept,
    theirs.map(({ id }) => id),
    { has: (id) => elements.has(id), parentOf },
  );
  return order.flatMap((id) => elements.get(id) ?? []);
};
