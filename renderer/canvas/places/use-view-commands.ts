import { useCommand } from '../../app/use-command.ts';
import { useCanvas } from '../canvas-store.ts';
import { zoomToActual, zoomToSelection } from './travel.ts';
import { usePlaces } from './use-places.ts';
import { useSideButtons } from './use-side-buttons.ts';

/** What moves the view of the open canvas, but for the zooming that React Flow has itself. */
export const useViewCommands = (canvasId: string): void => {
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );
  usePlaces(canvasId);
  useSideButtons();
  useCommand('view.zoom-selection', { run: zoomToSelection, enabled: hasSelection });
  useCommand('view.zoom-actual', { run: zoomToActual });
};
