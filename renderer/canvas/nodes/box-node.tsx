import i18next from 'i18next';
import { memo, type CSSProperties, type PointerEvent } from 'react';
import { isLocked, type Size } from '#shared/canvas/document.ts';
import { isConnectable } from '#shared/canvas/element-kinds.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { boxNameStyle, type NameStyle } from '#shared/drawing/name-text.ts';
import { boxName, smallLine } from '#shared/drawing/node-text.ts';
import { hasRoom, isBeside } from '#shared/drawing/room-left.ts';
import { useArrangeSettings } from '../state/arrange-settings.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { drawnTextPositions } from '../state/drawn-text-positions.ts';
import { plainType } from '../state/flow-elements.ts';
import { startConnection } from '../state/gesture.ts';
import { useDetail } from '../viewport/view-box.ts';
import { kindName, useThreats } from '../words/spoken.ts';
import { SuggestionBadge } from '../words/suggestion-badge.tsx';
import { ThreatBadge } from '../words/threat-badge.tsx';
import { LabelEditor } from './label-editor.tsx';
import {
  handleAnchor,
  LockMark,
  NodeName,
  NodeResize,
  sameNode,
  useNodeGesture,
  type DrawnNodeProps,
} from './node-parts.tsx';
import classes from './box-node.module.css';

/** A process, a data store, an external entity, or a node of an unknown type. */
export const BoxNode = memo((props: DrawnNodeProps) => {
  const { id, type, data, selected, width = 0, height = 0 } = props;
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const threats = useThreats(data.componentId);
  const isDetailed = useDetail();
  const { label = '', outOfScope = false, color } = data;
  const areTagsShown = useArrangeSettings(({ tagsShown }) => tagsShown);
  const attributes = (areTagsShown ? data.attributes : undefined) ?? [];
  const locked = isLocked({ data });
  const hasMore = attributes.length > 0 || outOfScope;
  const found = useRoom(id);
  // If other elements cover the name everywhere, a selected element shows its name in the whole box,
  // because a selected element is drawn in front of all others.
  const room = isMarked && !hasRoom(found) ? undefined : found;
  const own = { width, height };
  const isBesideBox = room !== undefined && isBeside(room, own);
  const text = (
    <>
      {type === plainType && <TypeLine id={id} />}
      <BoxLabel
        isFar={!isDetailed}
        label={label}
        room={room ?? own}
        smallLines={Number(type === plainType) + Number(isDetailed && hasMore)}
      />
      {isDetailed && hasMore && (
        <span aria-hidden className={classes.line}>
          {outOfScope && i18next.t('out-of-scope', { ns: 'canvas' })}
          {attributes.map((attribute) => (
            <span className={classes.tag} key={attribute}>
              {attribute}
            </span>
          ))}
        </span>
      )}
    </>
  );
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
        style={room && !isBesideBox ? insetIn(room, own) : undefined}
      >
        <NodeName data={data} id={id} threats={threats} />
        {gesture === 'editing' && <LabelEditor id={id} label={label} name={editName(type)} />}
        {gesture !== 'editing' && !isBesideBox && hasRoom(room) && text}
      </div>
      {gesture !== 'editing' && isBesideBox && (
        <div className={classes.beside} style={boxStyle(room)}>
          {text}
        </div>
      )}
      {isDetailed && (
        <span className={classes.badge}>
          <SuggestionBadge id={id} />
          <ThreatBadge threats={threats} />
        </span>
      )}
      {isDetailed && locked && <LockMark />}
      {isMarked && <NodeResize id={id} />}
      {gesture === 'hovered' && <ConnectSides id={id} />}
    </>
  );
}, sameNode);

/** The text style of names on a zoomed-out canvas. It is large, to keep the names readable. */
const farNameStyle: NameStyle = { sizes: [20, 17, 14, 12], lineHeight: 1.15, isBold: false };

type BoxLabelProps = { label: string; room: Size; isFar: boolean; smallLines: number };

/** The name of a box. Its lines are computed as for images (name-text.ts). */
const BoxLabel = ({ label, room: { width, height }, isFar, smallLines }: BoxLabelProps) => {
  const room = { width, height: height - smallLines * smallLine };
  const { name, isUntitled } = boxName(label, room, isFar ? farNameStyle : boxNameStyle);
  return (
    <span
      aria-hidden
      className={classes.label}
      data-untitled={isUntitled || undefined}
      dir="auto"
      style={{ fontSize: name.size }}
      title={name.isCut ? label : undefined}
    >
      {name.lines.map((line, at) => (
        // The index is enough as the key, because a name has only a few lines, and these have no IDs.
        // oxlint-disable-next-line react/no-array-index-key
        <span className={classes.nameLine} data-name-line key={at}>
          {line}
        </span>
      ))}
    </span>
  );
};

/**
 * Returns the room for the name, relative to the box, or `undefined` if the name can use the whole box.
 */
const useRoom = (id: string): Box | undefined =>
  useCanvas((state) => drawnTextPositions(state).rooms.get(id));

const insetIn = (room: Box, { width, height }: Size): CSSProperties => ({
  padding: [room.y, width - room.x - room.width, height - room.y - room.height, room.x]
    .map((side) => `${Math.max(0, side)}px`)
    .join(' '),
});

const boxStyle = ({ x, y, width, height }: Box): CSSProperties => ({
  left: x,
  top: y,
  width,
  height,
});

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

const sides = ['top', 'right', 'bottom', 'left'] as const;

/**
 * The handles on each side of the hovered node, which draw a flow when dragged. Keyboard users press C
 * instead.
 */
export const ConnectSides = ({ id }: { id: string }) => {
  const type = useCanvas((state) => nodeById(state.document, id)?.type);
  if (!isConnectable(type)) return null;
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    startConnection(id, true);
  };
  return sides.map((side) => (
    <span
      aria-hidden
      className={`${classes.grip} nodrag nopan`}
      data-side={side}
      key={side}
      onPointerDown={begin}
      title={i18next.t('connect.from', { ns: 'canvas' })}
    />
  ));
};
