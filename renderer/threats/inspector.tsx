import { useSelectedCount, useSelectedElement } from '../canvas/selection.ts';
import { CanvasSummary } from './canvas-summary.tsx';
import { ElementInspector } from './element-inspector.tsx';
import { SeveralSelected } from './several-selected.tsx';
import classes from './inspector.module.css';

/** The panel beside the canvas: what there is to say of what is selected. */
export const Inspector = () => {
  const selected = useSelectedElement();
  const count = useSelectedCount();

  return (
    <div className={classes.root}>
      {selected && <ElementInspector key={selected.element.id} selected={selected} />}
      {!selected && count > 1 && <SeveralSelected />}
      {!selected && count <= 1 && <CanvasSummary />}
    </div>
  );
};
