import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { isOnOpenCanvas, nearestElement, type ElementOnCanvas } from './element-on-canvas.ts';
import classes from './suggestions-view.module.css';

/** The name of an element's canvas. Shows nothing if this canvas is open. */
export const CanvasName = ({ drawn }: { drawn: readonly ElementOnCanvas[] }) => {
  const { model } = useWorkspaceLocation();
  const element = nearestElement(drawn);
  const canvas = model?.canvases.find(({ id }) => id === element?.canvasId);
  if (!canvas || !element || isOnOpenCanvas(element)) return null;
  return (
    <span className={classes.canvas} dir="auto">
      {canvas.title}
    </span>
  );
};
