import i18next from 'i18next';
import { memo } from 'react';
import { LabelEditor } from '../label-editor.tsx';
import { kindName } from '../spoken.ts';
import { ThreatBadge } from '../threat-badge.tsx';
import { useThreats } from '../use-threats.ts';
import { BoundaryTab } from './boundary-tab.tsx';
import { handleAnchor } from './handle-anchor.tsx';
import { useNodeGesture } from './node-gesture.ts';
import { NodeName } from './node-name.tsx';
import { NodeResize } from './node-resize.tsx';
import { sameNode, type DrawnNodeProps } from './same-node.ts';
import { useHeld } from './use-held.ts';
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

export const BoundaryNode = memo(
  (props: DrawnNodeProps) =>
    props.data.collapsed === true ? <CollapsedBoundary {...props} /> : <OpenBoundary {...props} />,
  sameNode,
);

type OutlineProps = {
  data: DrawnNodeProps['data'];
  width: number | undefined;
  height: number | undefined;
  isCollapsed?: boolean;
  isMarked: boolean;
  isTarget: boolean;
};

const Outline = (props: OutlineProps) => {
  const { data, width = 0, height = 0, isCollapsed = false, isMarked, isTarget } = props;
  const { color, outOfScope = false } = data;
  const path = outline(width, height);
  return (
    <svg
      aria-hidden
      className={classes.outline}
      data-collapsed={isCollapsed || undefined}
      data-color={color}
      data-out-of-scope={outOfScope || undefined}
      data-selected={isMarked || undefined}
      data-target={isTarget || undefined}
    >
      <path className={classes.line} d={path} />
      <path className={classes.grip} d={path} />
    </svg>
  );
};

/**
 * A trust boundary is held by its outline and its label. The space inside belongs to the canvas:
 * clicks and the selection box go through it to what lies there.
 */
const OpenBoundary = ({ id, type, data, selected, width, height }: DrawnNodeProps) => {
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const threats = useThreats(data.componentId);
  return (
    <>
      {handleAnchor}
      <NodeName data={data} id={id} threats={threats} />
      <Outline
        data={data}
        height={height}
        isMarked={isMarked}
        isTarget={gesture === 'target'}
        width={width}
      />
      <BoundaryTab data={data} id={id} isMarked={isMarked} label={labelOf(id, type, data, gesture)}>
        <ThreatBadge threats={threats} />
      </BoundaryTab>
      {isMarked && <NodeResize id={id} />}
    </>
  );
};

/** Only the label is left of it, with how much it hides and the worst open threat of all that. */
const CollapsedBoundary = ({ id, type, data, selected, width, height }: DrawnNodeProps) => {
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const { count, threats } = useHeld(id, data.componentId);
  return (
    <>
      {handleAnchor}
      <NodeName data={data} held={count} id={id} threats={threats} />
      <Outline
        data={data}
        height={height}
        isCollapsed
        isMarked={isMarked}
        isTarget={gesture === 'target'}
        width={width}
      />
      <BoundaryTab data={data} id={id} isMarked={isMarked} label={labelOf(id, type, data, gesture)}>
        <span
          aria-hidden
          className={classes.count}
          title={i18next.t('holds', { ns: 'elements', count })}
        >
          {count}
        </span>
        <ThreatBadge threats={threats} />
      </BoundaryTab>
    </>
  );
};

const labelOf = (
  id: string,
  type: string,
  { label = '' }: DrawnNodeProps['data'],
  gesture: ReturnType<typeof useNodeGesture>,
) =>
  gesture === 'editing' ? (
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
  );
