import type { CanvasDocuments } from './canvas-documents.ts';
import { recordAncestors } from './record-ancestors.ts';
import type { RecordRow, Records } from './records.ts';

type Parts = { records: Records; documents: CanvasDocuments };

/**
 * Finds the canvases that show a component. A component belongs to one canvas, but every canvas of
 * the threat model may show it.
 */
export const createComponentCanvases = ({ records, documents }: Parts) => {
  const canvasesAround = (componentId: string): string[] => {
    const { threatModel } = recordAncestors(records, 'component', componentId);
    return threatModel === undefined
      ? []
      : records.children('canvas', threatModel).map(({ id }) => id);
  };

  return {
    canvasesShowing: (componentId: string): string[] =>
      canvasesAround(componentId).filter((id) => documents.drawnComponents.isOn(id, componentId)),

    /**
     * Returns the components to list for a canvas: those that the canvas shows, and those that belong to
     * the canvas and that no canvas of the model shows.
     */
    listedOn: (canvasId: string): RecordRow[] => {
      const own = records.children('component', canvasId);
      const owned = new Set(own.map(({ id }) => id));
      const modelId = records.find('canvas', canvasId)?.parentId;
      const others = (modelId ? records.children('canvas', modelId) : [])
        .map(({ id }) => id)
        .filter((id) => id !== canvasId);
      // The drawing of a large model is here before its components, and would be read for nothing.
      const hasNone =
        own.length === 0 && others.every((id) => records.childIds('component', id).length === 0);
      if (hasNone) return [];
      const drawn = documents.drawnComponents.on(canvasId);
      const isElsewhereOnly = ({ id }: RecordRow): boolean =>
        !drawn.has(id) && others.some((other) => documents.drawnComponents.isOn(other, id));
      const guests = [...drawn.keys()]
        .filter((id) => !owned.has(id))
        .flatMap((id) => records.find('component', id) ?? [])
        .filter(({ parentId }) => parentId !== null && others.includes(parentId));
      return [...own.filter((row) => !isElsewhereOnly(row)), ...guests];
    },
  };
};

export type ComponentCanvases = ReturnType<typeof createComponentCanvases>;
