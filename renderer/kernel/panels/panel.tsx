import { useLayoutEffect, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import {
  addPanel,
  panelLimits,
  resizePanel,
  savePanelSize,
  usePanelShown,
  usePanelSize,
  type PanelId,
} from './panels.ts';
import classes from './panel.module.css';

type PanelProps = {
  id: PanelId;
  /**
   * `start` and `end` follow the reading direction, so `start` is at the left in a left-to-right window.
   */
  side: 'start' | 'end' | 'bottom';
  label: string;
  resizeLabel: string;
  children: ReactNode;
};

const keyStep = 16;

/**
 * A panel at an edge of the content. The person can resize it by dragging its border or with the arrow
 * keys.
 */
export const Panel = ({ id, side, label, resizeLabel, children }: PanelProps) => {
  const size = usePanelSize(id);
  const isShown = usePanelShown(id);
  useLayoutEffect(() => addPanel(id), [id]);
  if (!isShown) return null;

  const isHigh = side === 'bottom';
  /**
   * Returns the number of pixels by which a movement enlarges the panel. A left panel grows to the
   * right, and a bottom panel grows upward.
   */
  const growth = ({ x, y }: { x: number; y: number }): number => {
    if (isHigh) return -y;
    return (side === 'start') === (document.dir !== 'rtl') ? x : -x;
  };

  const onPointerDown = (down: PointerEvent<HTMLElement>): void => {
    const edge = down.currentTarget;
    edge.setPointerCapture(down.pointerId);
    const drag = (move: globalThis.PointerEvent): void =>
      resizePanel(
        id,
        size + growth({ x: move.clientX - down.clientX, y: move.clientY - down.clientY }),
      );
    edge.addEventListener('pointermove', drag);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', drag);
        savePanelSize(id);
      },
      { once: true },
    );
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = {
      ArrowLeft: { x: -keyStep, y: 0 },
      ArrowRight: { x: keyStep, y: 0 },
      ArrowUp: { x: 0, y: -keyStep },
      ArrowDown: { x: 0, y: keyStep },
    }[event.key];
    if (!step || growth(step) === 0) return;
    event.preventDefault();
    resizePanel(id, size + growth(step));
    savePanelSize(id);
  };

  const onDoubleClick = (): void => {
    resizePanel(id, panelLimits[id].initial);
    savePanelSize(id);
  };

  return (
    <aside
      aria-label={label}
      className={classes.panel}
      data-side={side}
      style={isHigh ? { blockSize: size } : { inlineSize: size }}
    >
      {children}
      <div
        aria-label={resizeLabel}
        aria-orientation={isHigh ? 'horizontal' : 'vertical'}
        aria-valuemax={panelLimits[id].max}
        aria-valuemin={panelLimits[id].min}
        aria-valuenow={size}
        className={classes.edge}
        onDoubleClick={onDoubleClick}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        role="separator"
        tabIndex={0}
      />
    </aside>
  );
};
