import { useReactFlow } from '@xyflow/react';
import i18next from 'i18next';
import { LockKeyhole, UserRoundCheck } from 'lucide-react';
import type { MouseEvent, PointerEvent } from 'react';
import { nearestAlong, type Polyline } from '#shared/canvas/routing/polyline.ts';
import type { LabelForm, LabelPart } from '#shared/drawing/label-forms.ts';
import { selectedIds } from '../edits/actions.ts';
import { LabelEditor } from '../nodes/label-editor.tsx';
import { useCanvas } from '../state/canvas-store.ts';
import type { Threats } from '../words/spoken.ts';
import { ThreatBadge } from '../words/threat-badge.tsx';
import { dropDraft, moveLabelTo, showDraft } from './change-flow.ts';
import { followPointer } from './follow-pointer.ts';
import type { DrawnLabel } from './use-flow-label.ts';
import classes from './flow-label.module.css';

type Props = {
  id: string;
  /** The label as stored. */
  text: string;
  drawn: DrawnLabel;
  /** The line along which the label can be dragged. */
  line: Polyline;
  threats: Threats;
  isSelected: boolean;
  isEditing: boolean;
  /** True while an end of the flow is moved to another node. */
  isMoving: boolean;
};

/** The label of a flow, with a background that hides the line behind it. */
export const FlowLabel = (props: Props) => {
  const { id, text, drawn, line, threats, isSelected, isEditing, isMoving } = props;
  const startDrag = useLabelDrag(id, line);
  const { form, at, scale } = drawn;
  if (!form && threats.count === 0 && !isEditing) return null;

  const select = ({ shiftKey, metaKey, ctrlKey }: MouseEvent): void => {
    const adds = shiftKey || metaKey || ctrlKey;
    useCanvas.getState().select(adds ? [...selectedIds(), id] : [id]);
  };

  return (
    // The flow itself has the focus and the accessible name, so this element needs no keys and no role.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={`${classes.chip} nodrag nopan`}
      data-flow-part
      data-id={id}
      data-moving={isMoving || undefined}
      data-selected={isSelected || undefined}
      onClick={select}
      onPointerDown={isEditing ? undefined : startDrag}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px) scale(${scale})` }}
      title={form?.isReduced && !isEditing ? text : undefined}
    >
      {isEditing ? (
        <LabelEditor id={id} label={text} name={i18next.t('edit.flow', { ns: 'canvas' })} />
      ) : (
        <>
          {form && <Content form={form} />}
          <span className={form ? classes.badge : undefined}>
            <ThreatBadge threats={threats} />
          </span>
        </>
      )}
    </div>
  );
};

const Content = ({ form }: { form: LabelForm }) => (
  <span aria-hidden className={classes.content}>
    {form.rows.map(({ parts }) => (
      <span className={classes.row} key={parts.map(({ kind, text }) => kind + text).join()}>
        {parts.map((part) => (
          <Part key={part.kind} part={part} />
        ))}
      </span>
    ))}
  </span>
);

const signs = { lock: LockKeyhole, person: UserRoundCheck };

const Part = ({ part: { kind, text } }: { part: LabelPart }) => {
  if (kind === 'lock' || kind === 'person') {
    const Sign = signs[kind];
    return <Sign className={classes.sign} size={11} strokeWidth={2} />;
  }
  return (
    <span className={classes[kind]} dir="auto">
      {text}
    </span>
  );
};

/** Returns a handler that drags the label along its line, to the point nearest to the pointer. */
const useLabelDrag = (id: string, line: Polyline) => {
  const { screenToFlowPosition } = useReactFlow();
  return (pressed: PointerEvent): void => {
    if (pressed.button !== 0) return;
    let labelAt: number | null = null;
    followPointer(pressed, {
      move: (at) => {
        const point = screenToFlowPosition(at, { snapToGrid: false });
        labelAt = nearestAlong(line, point).at;
        showDraft({ id, labelAt });
      },
      end: (isCompleted) => {
        if (!isCompleted || labelAt === null) return dropDraft();
        useCanvas.getState().select([id]);
        moveLabelTo(id, labelAt);
      },
    });
  };
};
