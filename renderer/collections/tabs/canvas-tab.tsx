import { useEffect, useRef, type KeyboardEvent, type PointerEventHandler } from 'react';
import { pointBelow, type Point } from '../../ui/menu-at.tsx';
import type { CanvasEntry } from '../use-overview.ts';
import classes from './canvas-tabs.module.css';

type PressHandlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  PointerEventHandler<HTMLElement>
>;

type CanvasTabProps = {
  canvas: CanvasEntry;
  isOpen: boolean;
  isDragged: boolean;
  /** At which of its sides a tab that is dragged would go. */
  dropMark: 'before' | 'after' | undefined;
  pressHandlers: PressHandlers;
  onOpen: () => void;
  onRename: () => void;
  onMenu: (at: Point) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

export const CanvasTab = (props: CanvasTabProps) => {
  const { canvas, isOpen, isDragged, dropMark, pressHandlers } = props;
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen]);

  return (
    <button
      {...pressHandlers}
      aria-selected={isOpen}
      className={classes.tab}
      data-dragged={isDragged || undefined}
      data-drop={dropMark}
      data-tab={canvas.id}
      onClick={props.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        const { button, clientX: x, clientY: y, currentTarget } = event;
        props.onMenu(button === 2 ? { x, y } : pointBelow(currentTarget));
      }}
      onDoubleClick={props.onRename}
      onKeyDown={props.onKeyDown}
      ref={tab}
      role="tab"
      tabIndex={isOpen ? 0 : -1}
      title={canvas.title}
      type="button"
    >
      <span className={classes.title} dir="auto">
        {canvas.title}
      </span>
    </button>
  );
};
