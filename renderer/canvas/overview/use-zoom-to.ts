import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import type { Position } from '#shared/canvas/document.ts';
import { boxAround, boxOf, centreOf, isBoundary } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { useFitView } from '../use-fit-view.ts';
import { zoomTime } from '../view-options.ts';

/** Comes near to an element, to a boundary as near as shows it as a whole, or to a point. */
export const useZoomTo = (): ((place: string | Position) => void) => {
  const { setCenter } = useReactFlow();
  const fitView = useFitView();
  return useCallback(
    (place) => {
      if (typeof place !== 'string') {
        void setCenter(place.x, place.y, { zoom: 1, ...zoomTime });
        return;
      }
      const { document } = useCanvas.getState();
      const edge = edgeById(document, place);
      const ends = edge ? [edge.source, edge.target] : [place];
      const nodes = ends.flatMap((id) => nodeById(document, id) ?? []);
      const box = boxAround(nodes.map((node) => boxOf(document, node)));
      if (!box) return;
      if (edge || nodes.some(isBoundary)) return fitView(box);
      const { x, y } = centreOf(box);
      void setCenter(x, y, { zoom: 1, ...zoomTime });
    },
    [fitView, setCenter],
  );
};
