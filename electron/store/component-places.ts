import type { CanvasDocuments } from './canvas-documents.ts';
import { recordPlace } from './record-place.ts';
import type { RecordRow, Records } from './records.ts';

type Parts = { records: Records; documents: CanvasDocuments };

/**
 * On which canvases a component is shown. It is a record of one canvas, and may be drawn on every
 * canvas of the threat model.
 */
export const createComponentPlaces = ({ records, documents }: Parts) => {
  const canvasesAround = (componentId: string): string[] => {
    const { threatModel } = recordPlace(records, 'component', componentId);
    return threatModel === undefined
      ? []
      : records.children('canvas', threatModel).map(({ id }) => id);
  };

  return {
    canvasesShowing: (componentId: string): string[] =>
      canvasesAround(componentId).filter((id) => documents.shown.isOn(id, componentId)),

    /**
     * The components to list for a canvas: its own, but for those that stand on other canvases of
     * the model only, and whatever else of the model it shows.
     */
    listedOn: (canvasId: string): RecordRow[] => {
      const shown = documents.shown.on(canvasId);
      const own = records.children('component', canvasId);
      const owned = new Set(own.map(({ id }) => id));
      const modelId = records.find('canvas', canvasId)?.parentId;
      const others = (modelId ? records.children('canvas', modelId) : [])
        .map(({ id }) => id)
        .filter((id) => id !== canvasId);
      const isElsewhereOnly = ({ id }: RecordRow): boolean =>
        !shown.has(id) && others.some((other) => documents.shown.isOn(other, id));
      const guests = [...shown.keys()]
        .filter((id) => !owned.has(id))
        .flatMap((id) => records.find('component', id) ?? [])
        .filter(({ parentId }) => parentId !== null && others.includes(parentId));
      return [...own.filter((row) => !isElsewhereOnly(row)), ...guests];
    },
  };
};

export type ComponentPlaces = ReturnType<typeof createComponentPlaces>;
