import { applyOperation } from '#shared/canvas/apply.ts';
import { remove } from '#shared/canvas/edits/remove.ts';
import type { Edit } from '../canvas-store.ts';
import { elementsOf, isRecord, type Drawing } from './drawing.ts';

/** Takes elements away, and with the last one that shows a component its record and threats. */
export const removeElements = (drawing: Drawing, ids: Iterable<string>): Edit => {
  const { document } = drawing;
  const operation = remove(document, new Set(ids));
  const after = applyOperation(document, operation);
  const left = componentsOf(after);
  return {
    label: 'canvas.label.delete',
    operation,
    records: [...componentsOf(document)]
      .filter((id) => !left.has(id) && isRecord(drawing, id))
      .map((id) => ({ op: 'delete', kind: 'component', id })),
  };
};

export const componentsOf = (document: Drawing['document']): Set<string> => {
  const components = new Set<string>();
  for (const { data } of elementsOf(document)) {
    if (data?.componentId !== undefined) components.add(data.componentId);
  }
  return components;
};
