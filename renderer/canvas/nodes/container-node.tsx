import i18next from 'i18next';
import { memo } from 'react';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { kindName, useThreats } from '../words/spoken.ts';
import { ThreatBadge } from '../words/threat-badge.tsx';
import { ConnectSides } from './box-node.tsx';
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
import classes from './container-node.module.css';

/**
 * A component that contains other components, as in files of other tools. Like a boundary, it has its
 * name at the top and is dragged by its outline or name, and flows are drawn above it.
 */
export const ContainerNode = memo(({ id, data, selected }: DrawnNodeProps) => {
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const threats = useThreats(data.componentId);
  const type = useCanvas(({ document }) => nodeById(document, id)?.type);
  const { label = '', color, outOfScope = false } = data;
  return (
    <>
      {handleAnchor}
      <NodeName data={data} id={id} threats={threats} />
      <div
        className={classes.frame}
        data-color={color}
        data-kind={type}
        data-out-of-scope={outOfScope || undefined}
        data-selected={isMarked || undefined}
        data-target={gesture === 'target' || undefined}
      />
      {grips.map((side) => (
        <span aria-hidden className={classes.grip} data-side={side} key={side} />
      ))}
      <div className={classes.name} data-color={color} data-kind={type}>
        <FrameTab
          data={data}
          id={id}
          isMarked={isMarked}
          label={
            gesture === 'editing' ? (
              <LabelEditor
                align="start"
                id={id}
                label={label}
                name={i18next.t('edit.label', { ns: 'canvas', kind: kindName(type) })}
              />
            ) : null
          }
        >
          <ThreatBadge threats={threats} />
        </FrameTab>
      </div>
      {isMarked && <NodeResize id={id} />}
      {gesture === 'hovered' && <ConnectSides id={id} />}
    </>
  );
}, sameNode);

const grips = ['top', 'right', 'bottom', 'left'] as const;
