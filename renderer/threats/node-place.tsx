import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { isCollapsed, isLocked, type CanvasNode } from '#shared/canvas/document.ts';
import { moveNodes } from '#shared/canvas/edits/move-nodes.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { leastSize } from '../canvas/nodes/least-size.ts';
import { NumberField } from '../ui/number-field.tsx';
import classes from './inspector.module.css';

const keys = ['x', 'y', 'width', 'height'] as const;

/** The place of a node on the canvas and its size, in pixels at 100 %. */
export const NodePlace = ({ node }: { node: CanvasNode }) => {
  const { t } = useTranslation('elements');
  const box = useCanvas(useShallow(({ document }) => roundedBox(boxOf(document, node))));
  const least = leastSize(node.type);
  return (
    <div aria-label={t('place.label')} className={classes.place} role="group">
      {keys.map((key) => {
        const isSize = key === 'width' || key === 'height';
        return (
          <NumberField
            isFixed={isLocked(node) || (isSize && isCollapsed(node))}
            key={key}
            label={t(`place.${key}`)}
            save={(value) => (isSize ? resize : move)(node.id, { [key]: value })}
            value={box[key]}
            {...(isSize && { least: least[key] })}
          />
        );
      })}
    </div>
  );
};

const roundedBox = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

const move = (id: string, to: Partial<Box>): void => {
  const { document, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  if (!node) return;
  const { x, y } = { ...boxOf(document, node), ...to };
  commit({ label: 'canvas.label.move', operation: moveNodes(document, [[id, { x, y }]]) });
};

const resize = (id: string, to: Partial<Box>): void => {
  const { document, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  if (!node) return;
  const box = { ...boxOf(document, node), ...to };
  commit({ label: 'canvas.label.resize', operation: resizeNode(document, id, box) });
};
