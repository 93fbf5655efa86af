import i18next from 'i18next';
import { memo } from 'react';
import { isLocked } from '#shared/canvas/document.ts';
import { kindName } from '../words/spoken.ts';
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
import classes from './note-node.module.css';

const noThreats = { count: 0, priority: null };

export const NoteNode = memo(({ id, type, data, selected }: DrawnNodeProps) => {
  const gesture = useNodeGesture(id);
  const isMarked = selected && gesture !== 'editing';
  const { label = '', color } = data;
  const locked = isLocked({ data });
  return (
    <>
      {handleAnchor}
      <div className={classes.note} data-color={color} data-selected={isMarked || undefined}>
        <NodeName data={data} id={id} threats={noThreats} />
        {gesture === 'editing' ? (
          <LabelEditor
            align="start"
            id={id}
            isProse
            label={label}
            name={i18next.t('edit.label', { ns: 'canvas', kind: kindName(type) })}
          />
        ) : (
          <span aria-hidden className={classes.text} dir="auto">
            {label}
          </span>
        )}
      </div>
      {locked && <LockMark />}
      {isMarked && <NodeResize id={id} />}
    </>
  );
}, sameNode);
