import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { ZoomIn, ZoomOut } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround, type Box } from '#shared/canvas/geometry.ts';
import { language } from '#shared/locales/texts.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { ComparedPicture } from './compared-picture.tsx';
import { DifferenceMarks } from './difference-marks.tsx';
import { areaOf } from './drawn-part.ts';
import type { ElementMark } from './element-marks.ts';
import { useLinkedPanes, type LinkedPanes } from './use-linked-panes.ts';
import classes from './canvas-difference.module.css';

export type ComparedSide = {
  id: string;
  title: string;
  document: CanvasDocument;
  /** The differences, from `marksOf` or `marksOfBoth`. */
  marks: readonly ElementMark[];
  /** A control at the end of the title, such as a button that restores the shown version. */
  action?: ReactNode;
};

type Props = {
  /**
   * The canvases, in display order. The array must stay the same object until its content changes,
   * because the area is computed again for each new array.
   */
  sides: readonly ComparedSide[];
  /**
   * The key of the selected mark, to which all sides scroll. A new object with the same key makes
   * them scroll again.
   */
  selected: { key: string } | null;
  onSelect: (key: string) => void;
  /** Shown at the start of the bar above the canvases. */
  children?: ReactNode;
};

/**
 * Shows canvases side by side, at the same scale and scroll position, with the differences marked.
 */
export const CanvasDifference = ({ sides, selected, onSelect, children }: Props) => {
  const area = useMemo(() => areaOf(sides.map(({ document }) => document)), [sides]);
  const panes = useLinkedPanes(area, sides.length);

  const flyTo = useEffectEvent((key: string) => {
    const marks = sides.flatMap((side) => side.marks).filter((mark) => mark.key === key);
    const box = boxAround(marks.map(({ geometry }) => geometry.box));
    if (box) panes.fly(box);
  });
  useEffect(() => {
    if (selected) flyTo(selected.key);
  }, [selected]);

  return (
    <div className={classes.difference}>
      <div className={classes.bar}>
        {children}
        <ZoomButtons panes={panes} />
      </div>
      <div className={classes.sides}>
        {sides.map((side, index) => (
          <ComparedCanvas
            area={area}
            key={side.id}
            {...(index === 0 && { measure: panes.measure })}
            onSelect={onSelect}
            panes={panes}
            selected={selected?.key ?? null}
            side={side}
          />
        ))}
      </div>
    </div>
  );
};

const ZoomButtons = ({ panes }: { panes: LinkedPanes }) => {
  const { t } = useTranslation('canvas');
  const percent = new Intl.NumberFormat(language(), { style: 'percent' });
  return (
    <div aria-label={t('zoom.label')} className={classes.zoom} role="group">
      <Tooltip label={t('compare.zoom-out')}>
        <ActionIcon
          aria-label={t('compare.zoom-out')}
          disabled={!panes.canZoomOut}
          onClick={panes.zoomOut}
        >
          <ZoomOut />
        </ActionIcon>
      </Tooltip>
      <span aria-live="polite" className={classes.percent}>
        {panes.part && percent.format(panes.scale)}
      </span>
      <Tooltip label={t('compare.zoom-in')}>
        <ActionIcon
          aria-label={t('compare.zoom-in')}
          disabled={!panes.canZoomIn}
          onClick={panes.zoomIn}
        >
          <ZoomIn />
        </ActionIcon>
      </Tooltip>
      <Button onClick={panes.zoomToFit} size="xs" variant="default">
        {t('compare.fit')}
      </Button>
    </div>
  );
};

type ComparedCanvasProps = {
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

/**
 * One of the canvases, with its marks. The person scrolls it by the wheel, the arrow keys, or dragging.
 */
const ComparedCanvas = ({ side, area, panes, measure, ...selection }: ComparedCanvasProps) => {
  const { t } = useTranslation('canvas');
  const titleId = useId();
  const pane = useRef<HTMLDivElement>(null);
  const lead = (): void => {
    if (pane.current) panes.lead(pane.current);
  };
  /**
   * The size of the area in window pixels. It is `undefined` until the panes are measured, because the
   * scale depends on the size of the panes.
   */
  const size = panes.part
    ? { width: area.width * panes.scale, height: area.height * panes.scale }
    : undefined;
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
      {/* The pane scrolls in both directions, so it takes the focus and the arrow keys. */}
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls the pane.
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

/** Pans with the mouse, like the canvas itself. */
const drag = (down: PointerEvent<HTMLElement>): void => {
  if (down.button !== 0) return;
  const pane = down.currentTarget;
  // A press beyond the content is on a scroll bar, so it does not pan.
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
