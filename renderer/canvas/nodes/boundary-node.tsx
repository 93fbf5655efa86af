import { UnstyledButton } from '@mantine/core';
import i18next from 'i18next';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useMemo, type MouseEvent, type ReactNode } from 'react';
import { contentOf } from '#shared/canvas/collapsed.ts';
import { priorityRank } from '../../kernel/records/severity.tsx';
import { setToggle } from '../edits/element-actions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { kindName, useThreats, type Threats } from '../words/spoken.ts';
import { ThreatBadge } from '../words/threat-badge.tsx';
import { FrameTab } from './frame-tab.tsx';
import { LabelEditor } from './label-editor.tsx';
import {
  handleAnchor,
  NodeName,
  NodeResize,
  sameNode,
  useNodeGesture,
  type DrawnNodeProps,
} from './node-parts.tsx';
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
 * An expanded trust boundary is dragged by its outline or label. The inside of the boundary belongs to
 * the canvas, so clicks and the selection box reach the elements inside.
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

/**
 * A collapsed boundary shows its label, the number of hidden elements, and the highest priority of
 * their open threats.
 */
const CollapsedBoundary = ({ id, type, data, selected, width, height }: DrawnNodeProps) => {
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const { count, threats } = useContent(id, data.componentId);
  return (
    <>
      {handleAnchor}
      <NodeName data={data} contained={count} id={id} threats={threats} />
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
  ) : null;

type Props = {
  id: string;
  data: DrawnNodeProps['data'];
  isMarked: boolean;
  /** The editor of the label, or `null` while the label is not edited. */
  label: ReactNode;
  /** Shown after the label, unless the canvas is zoomed out. */
  children: ReactNode;
};

/** The label of a boundary, which is also its drag handle, with the collapse button. */
const BoundaryTab = ({ id, data, isMarked, label, children }: Props) => (
  <FrameTab
    data={data}
    id={id}
    isMarked={isMarked}
    label={label}
    toggle={<Toggle id={id} isCollapsed={data.collapsed === true} />}
  >
    {children}
  </FrameTab>
);

/**
 * The collapse button. It is no Tab stop, because the canvas is a single Tab stop. Keyboard users have a
 * command with a shortcut instead.
 */
const Toggle = ({ id, isCollapsed }: { id: string; isCollapsed: boolean }) => {
  const Icon = isCollapsed ? ChevronRight : ChevronDown;
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    useCanvas.getState().select([id]);
    setToggle('collapsed', [id], !isCollapsed);
  };
  return (
    <UnstyledButton
      aria-expanded={!isCollapsed}
      aria-label={i18next.t(isCollapsed ? 'open' : 'collapse', { ns: 'elements' })}
      className={`${classes.toggle} nodrag nopan`}
      onClick={toggle}
      onDoubleClick={(event) => event.stopPropagation()}
      tabIndex={-1}
    >
      <Icon size={14} />
    </UnstyledButton>
  );
};

/**
 * Returns the number of elements that a collapsed boundary hides, and the open threats of these
 * elements and the boundary itself.
 */
const useContent = (id: string, own: string | undefined): { count: number; threats: Threats } => {
  const content = useCanvas(({ document }) => contentOf(document, id));
  const badges = useCanvas((state) => state.badges);
  return useMemo(() => {
    const threats: Threats = { count: 0, priority: null };
    for (const componentId of new Set([...content.componentIds, own ?? ''])) {
      const badge = badges?.get(componentId);
      if (!badge || badge.openThreatCount === 0) continue;
      threats.count += badge.openThreatCount;
      const { worstPriority } = badge;
      const isWorse =
        worstPriority !== null &&
        (threats.priority === null || priorityRank(worstPriority) < priorityRank(threats.priority));
      if (isWorse) threats.priority = worstPriority;
    }
    return { count: content.count, threats };
  }, [content, badges, own]);
};
