import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { panelLimits, resizePanel, savePanelWidth, usePanels, type PanelId } from './panels.ts';
import classes from './panel.module.css';

type PanelProps = {
  id: PanelId;
  /** The side of the window it stands at, in reading direction. */
  side: 'start' | 'end';
  label: string;
  resizeLabel: string;
  children: ReactNode;
};

const keyStep = 16;

/** A panel at the side with an edge to drag, or to move by the arrow keys. */
export const Panel = ({ id, side, label, resizeLabel, children }: PanelProps) => {
  const { open, width } = usePanels((panels) => panels[id]);
  if (!open) return null;

  // In the direction in which the panel grows: to the right for one at the left.
  const sign = (): number => ((side === 'start') === (document.dir !== 'rtl') ? 1 : -1);

  const onPointerDown = (down: PointerEvent<HTMLElement>): void => {
    const edge = down.currentTarget;
    edge.setPointerCapture(down.pointerId);
    const drag = (move: globalThis.PointerEvent): void =>
      resizePanel(id, width + sign() * (move.clientX - down.clientX));
    edge.addEventListener('pointermove', drag);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', drag);
        savePanelWidth(id);
      },
      { once: true },
    );
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    resizePanel(id, width + sign() * direction * keyStep);
    savePanelWidth(id);
  };

  const onDoubleClick = (): void => {
    resizePanel(id, panelLimits[id].initial);
    savePanelWidth(id);
  };

  return (
    <aside
      aria-label={label}
      className={classes.panel}
      data-side={side}
      style={{ inlineSize: width }}
    >
      {children}
      <div
        aria-label={resizeLabel}
        aria-orientation="vertical"
        aria-valuemax={panelLimits[id].max}
        aria-valuemin={panelLimits[id].min}
        aria-valuenow={width}
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
