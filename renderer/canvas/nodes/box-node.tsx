import i18next from 'i18next';
import { memo } from 'react';
import { isLocked } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { useDetail } from '../detail.ts';
import { plainType } from '../flow-elements.ts';
import { LabelEditor } from '../label-editor.tsx';
import { kindName } from '../spoken.ts';
import { ThreatBadge } from '../threat-badge.tsx';
import { useThreats } from '../use-threats.ts';
import { ConnectSides } from './connect-sides.tsx';
import { handleAnchor } from './handle-anchor.tsx';
import { LockMark } from './lock-mark.tsx';
import { useNodeGesture } from './node-gesture.ts';
import { NodeName } from './node-name.tsx';
import { NodeResize } from './node-resize.tsx';
import { sameNode, type DrawnNodeProps } from './same-node.ts';
import classes from './box-node.module.css';

/** A process, a data store, an external entity, or a node of a type that we do not know. */
export const BoxNode = memo(({ id, type, data, selected, height }: DrawnNodeProps) => {
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const threats = useThreats(data.componentId);
  const isDetailed = useDetail();
  const { label = '', attributes = [], outOfScope = false, color } = data;
  const locked = isLocked({ data });
  const hasMore = attributes.length > 0 || outOfScope;
  return (
    <>
      {handleAnchor}
      <div
        className={classes.box}
        data-color={color}
        data-far={!isDetailed || undefined}
        data-kind={type}
        data-out-of-scope={outOfScope || undefined}
        data-selected={isMarked || undefined}
        data-target={gesture === 'target' || undefined}
      >
        <NodeName data={data} id={id} threats={threats} />
        {type === plainType && <TypeLine id={id} />}
        {gesture === 'editing' ? (
          <LabelEditor id={id} label={label} name={editName(type)} />
        ) : (
          <span
            aria-hidden
            className={classes.label}
            dir="auto"
            style={isDetailed ? { WebkitLineClamp: linesIn(height, hasMore) } : undefined}
          >
            {label}
          </span>
        )}
        {isDetailed && hasMore && (
          <span aria-hidden className={classes.line}>
            {[outOfScope ? i18next.t('outOfScope', { ns: 'canvas' }) : '', ...attributes]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </div>
      {isDetailed && (
        <span className={classes.badge}>
          <ThreatBadge threats={threats} />
        </span>
      )}
      {isDetailed && locked && <LockMark />}
      {isMarked && <NodeResize id={id} />}
      {gesture === 'hovered' && <ConnectSides id={id} />}
    </>
  );
}, sameNode);

/** As in box-node.module.css: what stands around the name, a line of it, and the line below it. */
const frame = 12;
const nameLine = 17;
const smallLine = 15;

/** How many lines of the name there is room for: none of them is cut through. */
const linesIn = (height = 0, hasMore: boolean): number =>
  Math.max(1, Math.floor((height - frame - (hasMore ? smallLine : 0)) / nameLine));

const editName = (type: string): string =>
  i18next.t('edit.label', { ns: 'canvas', kind: kindName(type) });

const TypeLine = ({ id }: { id: string }) => {
  const type = useCanvas((state) => nodeById(state.document, id)?.type);
  return (
    <span aria-hidden className={classes.line}>
      {type}
    </span>
  );
};
