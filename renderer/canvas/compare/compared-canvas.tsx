import { useMergedRef } from '@mantine/hooks';
import { useId, useRef, type PointerEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Box } from '#shared/canvas/geometry.ts';
import type { ComparedSide } from './canvas-difference.tsx';
import { ComparedPicture } from './compared-picture.tsx';
import { DifferenceMarks } from './difference-marks.tsx';
import type { LinkedPanes } from './use-linked-panes.ts';
import classes from './canvas-difference.module.css';

type Props = {
  side: ComparedSide;
  area: Box;
  panes: LinkedPanes;
  measure?: Ref<HTMLDivElement>;
  selected: string | null;
  onSelect: (key: string) => void;
};

const zoomKeys: Partial<Record<string, 'zoomIn' | 'zoomOut' | 'zoomToFit'>> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomToFit',
};

/** One of the drawings, with its marks; moved by the wheel, the arrow keys or the mouse. */
export const ComparedCanvas = ({ side, area, panes, measure, ...selection }: Props) => {
  const { t } = useTranslation('canvas');
  const titleId = useId();
  const pane = useRef<HTMLDivElement>(null);
  const lead = (): void => {
    if (pane.current) panes.lead(pane.current);
  };
  const size = { width: area.width * panes.scale, height: area.height * panes.scale };
  return (
    <section aria-labelledby={titleId} className={classes.side}>
      <div className={classes.head}>
        <h3 className={classes.title} dir="auto" id={titleId}>
          {side.title}
          <span className={classes.count}>
            {t('compare.elements', {
              count: side.document.nodes.length + side.document.edges.length,
            })}
          </span>
        </h3>
        {side.action}
      </div>
      {/* What scrolls in two directions is moved by the arrow keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        aria-labelledby={titleId}
        className={classes.pane}
        onFocus={lead}
        onKeyDown={(event) => {
          lead();
          const zoom = zoomKeys[event.key];
          if (!zoom || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          panes[zoom]();
        }}
        onPointerDown={(event) => {
          lead();
          drag(event);
        }}
        onScroll={({ currentTarget }) => panes.onScroll(currentTarget)}
        onWheel={(event) => {
          lead();
          if (event.ctrlKey || event.metaKey) panes[event.deltaY < 0 ? 'zoomIn' : 'zoomOut']();
        }}
        ref={useMergedRef(pane, panes.join, measure)}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div className={classes.sheet} dir="ltr" style={size}>
          {panes.part && (
            <>
              <ComparedPicture
                area={area}
                document={side.document}
                part={panes.part}
                scale={panes.scale}
              />
              <DifferenceMarks
                area={area}
                marks={side.marks}
                part={panes.part}
                scale={panes.scale}
                {...selection}
              />
            </>
          )}
        </div>
      </div>
    </section>
  );
};

/** Moves what is seen with the mouse, as the canvas itself does. */
const drag = (down: PointerEvent<HTMLElement>): void => {
  if (down.button !== 0) return;
  const pane = down.currentTarget;
  // What lies beyond the content belongs to the scroll bars.
  if (down.nativeEvent.offsetX > pane.clientWidth && down.target === pane) return;
  const { scrollLeft, scrollTop } = pane;
  const move = ({ clientX, clientY }: globalThis.PointerEvent): void =>
    pane.scrollTo({
      left: scrollLeft - (clientX - down.clientX),
      top: scrollTop - (clientY - down.clientY),
      behavior: 'instant',
    });
  const stop = new AbortController();
  window.addEventListener('pointermove', move, { signal: stop.signal });
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => stop.abort(), { signal: stop.signal });
  }
};
