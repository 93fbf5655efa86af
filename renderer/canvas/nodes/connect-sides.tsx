import i18next from 'i18next';
import type { PointerEvent } from 'react';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { startConnection } from '../gesture.ts';
import { isConnectable } from '../node-kinds.ts';
import classes from './connect-sides.module.css';

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** A grip on each side of the node under the pointer: dragging it draws a flow. Keys: C. */
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
