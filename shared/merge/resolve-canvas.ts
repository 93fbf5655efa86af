import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';
import { byId } from './by-id.ts';
import { namesOfData, parentIn, withFieldsOf, type Element } from './element-fields.ts';
import { mendReferences } from './mend-references.ts';
import type { ElementConflict } from './merge-canvas.ts';
import { insertOwn } from './merge-order.ts';

type Choice = 'mine' | 'theirs';

/**
 * Returns `shown` after the person's choices about conflicts. The key of a choice is `node:<id>` or
 * `edge:<id>`. An element with the choice `theirs` gets the conflicting fields from `theirs`, or is
 * added or removed as in `theirs`. All other elements stay as in `shown`.
 *
 * If an end of a flow or the parent of a node is missing after the choices, it is added from `theirs`.
 * But if a choice removed that end or parent, the flow is removed too, and the node moves to the next
 * ancestor at the same canvas position. If choices create a cycle of parents, the nodes of the cycle
 * have their parents and positions from `theirs`.
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
  const remaining = shown.map(({ id }) => id).filter((id) => elements.has(id));
  const parentOf = (id: string): string | undefined => parentIn(elements.get(id));
  const order = insertOwn(
    remaining,
    theirs.map(({ id }) => id),
    { has: (id) => elements.has(id), parentOf },
  );
  return order.flatMap((id) => elements.get(id) ?? []);
};
