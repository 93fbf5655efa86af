import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround } from '#shared/canvas/geometry.ts';
import { ComparedCanvas } from './compared-canvas.tsx';
import { areaOf } from './drawn-part.ts';
import type { ElementMark } from './element-marks.ts';
import { useLinkedPanes, type LinkedPanes } from './use-linked-panes.ts';
import classes from './canvas-difference.module.css';

export type ComparedSide = {
  id: string;
  title: string;
  document: CanvasDocument;
  /** What differs in it, from `marksOf` or `marksOfBoth`. */
  marks: readonly ElementMark[];
  /** What can be done with this side, at the end of its title. */
  action?: ReactNode;
};

type Props = {
  /** From start to end; the same array as long as nothing in it changes. */
  sides: readonly ComparedSide[];
  /** The key of a mark: all sides fly to where it is. A new object flies again. */
  selected: { key: string } | null;
  onSelect: (key: string) => void;
  /** Stands in the bar above, at its start. */
  children?: ReactNode;
};

/** Drawings side by side, at the same scale and the same place, with what differs marked. */
export const CanvasDifference = ({ sides, selected, onSelect, children }: Props) => {
  const area = useMemo(() => areaOf(sides.map(({ document }) => document)), [sides]);
  const panes = useLinkedPanes(area, sides.length);

  const flyTo = useEffectEvent((key: string) => {
    const marks = sides.flatMap((side) => side.marks).filter((mark) => mark.key === key);
    const box = boxAround(marks.map(({ place }) => place.box));
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
  const { t, i18n } = useTranslation('canvas');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <div aria-label={t('zoom.label')} className={classes.zoom} role="group">
      <Tooltip label={t('compare.zoomOut')}>
        <ActionIcon
          aria-label={t('compare.zoomOut')}
          disabled={!panes.canZoomOut}
          onClick={panes.zoomOut}
        >
          <ZoomOut />
        </ActionIcon>
      </Tooltip>
      <span aria-live="polite" className={classes.percent}>
        {percent.format(panes.scale)}
      </span>
      <Tooltip label={t('compare.zoomIn')}>
        <ActionIcon
          aria-label={t('compare.zoomIn')}
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
