import { useStore } from '@xyflow/react';
import type { MouseEvent, PointerEvent } from 'react';
import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import type { FlowEnd } from '#shared/canvas/edits/connect.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { isRouted } from '#shared/canvas/flow-route.ts';
import { boxAround } from '#shared/canvas/labels/place-labels.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useCanvas } from '../state/canvas-store.ts';
import { focusElement } from '../viewport/focus-element.ts';
import { bendTo, chooseEnd } from './change-flow.ts';
import { segmentMiddles } from './segment-middles.ts';
import { useBendDrag } from './use-bend-drag.ts';
import type { DrawnLabel } from './use-flow-label.ts';
import { focusGrip, useGripKeys, type GripName } from './use-grip-keys.ts';
import type { DrawnRoute } from './use-route.ts';
import classes from './flow-grips.module.css';

type Props = { edge: CanvasEdge; drawn: DrawnRoute; label: DrawnLabel };

/**
 * The grips of a flow that is the only selected element: its ends, its bends, the segments in
 * between, and its label. An arrow key on the flow focuses the first grip, and Tab moves to the
 * next. A flow with more bends than the router supports has grips only at its ends and its label.
 */
export const FlowGrips = ({ edge, drawn, label }: Props) => {
  const { t } = useTranslation('flows');
  const { id } = edge;
  const { route, course } = drawn;
  const drag = useBendDrag(edge, drawn);
  const { onKeyDown, removeBend } = useGripKeys(edge, label);
  const segments = isRouted(course) ? route.segments : [];
  const middles = segmentMiddles({ segments }, label.form && boxAround(label.at, label.form));
  const bends = course.bends ?? [];

  const addBend = (index: number, { x, y }: Position): void => {
    bendTo(id, bendsOf(edge).toSpliced(index, 0, { x: Math.round(x), y: Math.round(y) }));
    focusGrip(id, `bend-${index}`);
  };

  const along = segments.flatMap((_segment, index): Omit<GripProps, 'id'>[] => {
    const [middle, bend] = [middles[index], bends[index]];
    const segmentGrip = middle && {
      name: `segment-${index}` as const,
      at: middle,
      label: t('grip.segment'),
      title: t('grip.segment-hint'),
      onActivate: () => addBend(index, middle),
      onPointerDown: (event: PointerEvent) => drag.pullSegment(event, index),
    };
    const bendGrip = bend && {
      name: `bend-${index}` as const,
      at: bend,
      label: t('grip.bend', { number: index + 1, count: bends.length }),
      title: t('grip.bend-hint'),
      onDoubleClick: () => removeBend(index),
      onPointerDown: (event: PointerEvent) => drag.pullBend(event, index),
    };
    return [...(segmentGrip ? [segmentGrip] : []), ...(bendGrip ? [bendGrip] : [])];
  });

  return (
    // The group handles only the keys of the buttons inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div aria-label={t('grip.group')} onKeyDown={onKeyDown} role="group">
      <EndGrip at={route.start} edge={edge} end="source" />
      {along.map((grip) => (
        <Grip {...grip} id={id} key={grip.name} />
      ))}
      <EndGrip at={route.end} edge={edge} end="target" />
      {label.form && (
        <Grip
          at={label.at}
          id={id}
          label={t('grip.label')}
          name="label"
          title={t('grip.label-hint')}
        />
      )}
    </div>
  );
};

const EndGrip = ({ edge, end, at }: { edge: CanvasEdge; end: FlowEnd; at: Position }) => {
  const { t } = useTranslation('flows');
  const name = useCanvas(({ document }) => nodeById(document, edge[end])?.data.label ?? '');
  const choose = (isDragging: boolean): void => {
    // The grips disappear while the person chooses an end. So the flow gets the focus, and the
    // canvas handles the keys.
    focusElement(edge.id);
    chooseEnd(edge, end, isDragging);
  };
  return (
    <Grip
      at={at}
      id={edge.id}
      label={t(`grip.${end}`, { name })}
      name={end}
      onActivate={() => choose(false)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.preventDefault();
        choose(true);
      }}
      title={t('grip.end-hint')}
    />
  );
};

type GripProps = {
  id: string;
  name: GripName;
  at: Position;
  label: string;
  title: string;
  onPointerDown?: (event: PointerEvent) => void;
  /**
   * Runs when the keyboard or assistive technology activates the grip. The pointer acts on press, not on
   * click.
   */
  onActivate?: () => void;
  onDoubleClick?: () => void;
};

const Grip = ({ id, name, at, label, title, onPointerDown, ...does }: GripProps) => {
  const zoom = useStore(({ transform }) => transform[2]);
  const { onActivate, onDoubleClick } = does;
  const [kind] = name.split('-');

  const twice = (event: MouseEvent): void => {
    // Without this, a double click would open the label editor of the flow.
    event.stopPropagation();
    onDoubleClick?.();
  };

  return (
    <button
      aria-label={label}
      className={`${classes.grip} nodrag nopan`}
      data-flow-part
      data-grip={name}
      data-id={id}
      data-kind={kind}
      onClick={(event) => event.detail === 0 && onActivate?.()}
      onDoubleClick={twice}
      onPointerDown={onPointerDown}
      style={{ transform: `translate(${at.x}px, ${at.y}px) scale(${1 / zoom})` }}
      tabIndex={-1}
      title={title}
      type="button"
    />
  );
};
