import { usePlace } from '../kernel/workspace/use-place.ts';
import { isHere, placeOf, type Place } from './places.ts';
import classes from './suggestions-view.module.css';

/** Names the canvas of an element that is not on the open one. */
export const CanvasName = ({ drawn }: { drawn: readonly Place[] }) => {
  const { model } = usePlace();
  const place = placeOf(drawn);
  const canvas = model?.canvases.find(({ id }) => id === place?.canvasId);
  if (!canvas || !place || isHere(place)) return null;
  return (
    <span className={classes.canvas} dir="auto">
      {canvas.title}
    </span>
  );
};
