import i18next from 'i18next';
import { LockKeyhole } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import { selectedIds } from '../actions.ts';
import { useCanvas } from '../canvas-store.ts';
import { LabelEditor } from '../label-editor.tsx';
import type { Threats } from '../spoken.ts';
import { ThreatBadge } from '../threat-badge.tsx';
import classes from './flow-label.module.css';

type Props = {
  edge: CanvasEdge;
  at: Position;
  isStacked: boolean;
  threats: Threats;
  isSelected: boolean;
  isEditing: boolean;
};

/** The text of a flow on a ground of its own, so that the line does not run through it. */
export const FlowLabel = ({ edge, at, isStacked, threats, isSelected, isEditing }: Props) => {
  const { id, data: { label = '', protocol = '', encrypted = false } = {} } = edge;
  const isEmpty = !label && !protocol && !encrypted && threats.count === 0;
  if (isEmpty && !isEditing) return null;

  const select = ({ shiftKey, metaKey, ctrlKey }: MouseEvent): void => {
    const adds = shiftKey || metaKey || ctrlKey;
    useCanvas.getState().select(adds ? [...selectedIds(), id] : [id]);
  };

  return (
    // The flow itself takes the focus and says all this; the chip is a larger place to click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={`${classes.chip} nodrag nopan`}
      data-flow-label
      data-id={id}
      data-selected={isSelected || undefined}
      onClick={select}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
    >
      {isEditing ? (
        <LabelEditor id={id} label={label} name={i18next.t('edit.flow', { ns: 'canvas' })} />
      ) : (
        <span aria-hidden className={classes.content} data-stacked={isStacked || undefined}>
          <span className={classes.row}>
            {encrypted && <LockKeyhole className={classes.lock} size={11} strokeWidth={2} />}
            {label && (
              <span className={classes.label} dir="auto">
                {label}
              </span>
            )}
          </span>
          {protocol && <span className={classes.protocol}>{protocol}</span>}
          <ThreatBadge threats={threats} />
        </span>
      )}
    </div>
  );
};
