import { useReactFlow } from '@xyflow/react';
import i18next from 'i18next';
import { LockKeyhole, UserRoundCheck } from 'lucide-react';
import type { MouseEvent, PointerEvent } from 'react';
import type { Position } from '#shared/canvas/document.ts';
import { nearestAlong, type Polyline } from '#shared/canvas/routing/polyline.ts';
import { signsOf, type FlowMarks } from '#shared/drawing/label-room.ts';
import { selectedIds } from '../actions.ts';
import { useCanvas } from '../canvas-store.ts';
import { LabelEditor } from '../label-editor.tsx';
import type { Threats } from '../spoken.ts';
import { ThreatBadge } from '../threat-badge.tsx';
import { moveLabelTo } from './change-flow.ts';
import { dropDraft, showDraft } from './flow-draft.ts';
import { followPointer } from './follow-pointer.ts';
import classes from './flow-label.module.css';

type Props = {
  id: string;
  marks: FlowMarks;
  at: Position;
  isStacked: boolean;
  /** What the label can be dragged along. */
  line: Polyline;
  threats: Threats;
  isSelected: boolean;
  isEditing: boolean;
  /** An end of the flow is being led elsewhere. */
  isMoving: boolean;
};

const signs = { lock: LockKeyhole, person: UserRoundCheck };

/** The text of a flow on a ground of its own, so that the line does not run through it. */
export const FlowLabel = (props: Props) => {
  const { id, marks, at, isStacked, line, threats, isSelected, isEditing, isMoving } = props;
  const startDrag = useLabelDrag(id, line);
  const { label, protocol, dataClassification } = marks;
  const before = signsOf(marks);
  const isEmpty = !label && !protocol && !dataClassification && before.length === 0;
  if (isEmpty && threats.count === 0 && !isEditing) return null;

  const select = ({ shiftKey, metaKey, ctrlKey }: MouseEvent): void => {
    const adds = shiftKey || metaKey || ctrlKey;
    useCanvas.getState().select(adds ? [...selectedIds(), id] : [id]);
  };

  return (
    // The flow itself takes the focus and says all this; the chip is a larger place to click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={`${classes.chip} nodrag nopan`}
      data-flow-part
      data-id={id}
      data-moving={isMoving || undefined}
      data-selected={isSelected || undefined}
      onClick={select}
      onPointerDown={isEditing ? undefined : startDrag}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
    >
      {isEditing ? (
        <LabelEditor id={id} label={label} name={i18next.t('edit.flow', { ns: 'canvas' })} />
      ) : (
        <span aria-hidden className={classes.content} data-stacked={isStacked || undefined}>
          {(before.length > 0 || label) && (
            <span className={classes.row}>
              {before.map((kind) => {
                const Sign = signs[kind];
                return <Sign className={classes.sign} key={kind} size={11} strokeWidth={2} />;
              })}
              {label && (
                <span className={classes.label} dir="auto">
                  {label}
                </span>
              )}
            </span>
          )}
          {(protocol || dataClassification) && (
            <span className={classes.row}>
              {protocol && <span className={classes.protocol}>{protocol}</span>}
              {dataClassification && (
                <span className={classes.classification}>{dataClassification}</span>
              )}
            </span>
          )}
          <ThreatBadge threats={threats} />
        </span>
      )}
    </div>
  );
};

/** Dragged, the label stays on its line, at the place nearest to the pointer. */
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
      end: (isDone) => {
        if (!isDone || labelAt === null) return dropDraft();
        useCanvas.getState().select([id]);
        moveLabelTo(id, labelAt);
      },
    });
  };
};
