import i18next from 'i18next';
import { memo } from 'react';
import { useDetail } from '../detail.ts';
import { LabelEditor } from '../label-editor.tsx';
import { kindName } from '../spoken.ts';
import { ThreatBadge } from '../threat-badge.tsx';
import { useThreats } from '../use-threats.ts';
import { handleAnchor } from './handle-anchor.tsx';
import { useNodeGesture } from './node-gesture.ts';
import { NodeName } from './node-name.tsx';
import { NodeResize } from './node-resize.tsx';
import { sameNode, type DrawnNodeProps } from './same-node.ts';
import classes from './boundary-node.module.css';

const radius = 8;

const outline = (width: number, height: number): string => {
  const [right, bottom] = [width - 1, height - 1];
  const arc = (x: number, y: number): string => `a${radius},${radius} 0 0 1 ${x},${y}`;
  return [
    `M${radius + 1},1 H${right - radius} ${arc(radius, radius)}`,
    `V${bottom - radius} ${arc(-radius, radius)}`,
    `H${radius + 1} ${arc(-radius, -radius)}`,
    `V${radius + 1} ${arc(radius, -radius)} Z`,
  ].join(' ');
};

/**
 * A trust boundary is held by its outline and its label. The space inside belongs to the canvas:
 * clicks and the selection box go through it to what lies there.
 */
export const BoundaryNode = memo(
  ({ id, type, data, selected, width = 0, height = 0 }: DrawnNodeProps) => {
    const gesture = useNodeGesture(id);
    const isMarked = selected && gesture !== 'editing';
    const threats = useThreats(data.componentId);
    const isDetailed = useDetail();
    const path = outline(width, height);
    const { label = '' } = data;
    return (
      <>
        {handleAnchor}
        <NodeName data={data} id={id} threats={threats} />
        <svg
          aria-hidden
          className={classes.outline}
          data-selected={isMarked || undefined}
          data-target={gesture === 'target' || undefined}
        >
          <path className={classes.line} d={path} />
          <path className={classes.grip} d={path} />
        </svg>
        <div
          className={classes.tab}
          data-far={!isDetailed || undefined}
          data-selected={isMarked || undefined}
        >
          {gesture === 'editing' ? (
            <LabelEditor
              align="start"
              id={id}
              label={label}
              name={i18next.t('edit.label', { ns: 'canvas', kind: kindName(type) })}
            />
          ) : (
            <span aria-hidden className={classes.label} dir="auto">
              {label}
            </span>
          )}
          {isDetailed && <ThreatBadge threats={threats} />}
        </div>
        {isMarked && <NodeResize id={id} minHeight={80} minWidth={120} />}
      </>
    );
  },
  sameNode,
);
