import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import type { CanvasDifference as Difference } from '#shared/merge/compare-canvases.ts';
import { CanvasDifference, type ComparedSide } from '../canvas/compare/canvas-difference.tsx';
import { differenceKindList, type DifferenceKind } from '../canvas/compare/difference-kinds.ts';
import { keyOf, marksOfBoth } from '../canvas/compare/element-marks.ts';
import { DifferenceList } from './difference-list.tsx';
import { RestoreButton } from './restore-button.tsx';
import type { ShownVersion } from './shown-version.ts';
import classes from './compare-view.module.css';

type Props = { canvasId: string; one: ShownVersion; other: ShownVersion };

const steps: Partial<Record<string, number>> = { j: 1, k: -1 };

/** Two versions side by side, and what differs between them. */
export const ComparedVersions = ({ canvasId, one, other }: Props) => {
  const [hidden, setHidden] = useState<ReadonlySet<DifferenceKind>>(new Set());
  const [selected, setSelected] = useState<{ key: string } | null>(null);
  const marks = useMemo(
    () => marksOfBoth(one.document, other.document),
    [one.document, other.document],
  );
  const versions = useMemo(
    () => ({ one: one.document, other: other.document }),
    [one.document, other.document],
  );
  const ordered = useMemo(
    () =>
      differenceKindList
        .filter((kind) => !hidden.has(kind))
        .flatMap((kind) => marks.all.filter((difference) => difference.kind === kind)),
    [marks, hidden],
  );
  const sides = useMemo((): ComparedSide[] => {
    const sideOf = (id: 'one' | 'other', version: ShownVersion): ComparedSide => ({
      id,
      title: version.name,
      document: version.document,
      marks: marks[id].filter(({ kind }) => !hidden.has(kind)),
      action: <RestoreButton canvasId={canvasId} version={version} />,
    });
    return [sideOf('one', one), sideOf('other', other)];
  }, [canvasId, one, other, marks, hidden]);

  const flyTo = useCallback((key: string): void => setSelected({ key }), []);
  const place = ordered.findIndex((each) => keyOf(each) === selected?.key);
  const step = (by: number): void => {
    const next = ordered[nextPlace(place, by, ordered)];
    if (next) flyTo(keyOf(next));
  };
  // Wherever the focus is in the dialog; a list of choices looks for entries by their letters.
  useWindowEvent('keydown', (event) => {
    const by = steps[event.key.toLowerCase()];
    const isChoosing = event.target instanceof HTMLSelectElement;
    if (by === undefined || isChoosing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(by);
  });

  return (
    <div className={classes.work}>
      <CanvasDifference onSelect={flyTo} selected={selected} sides={sides} />
      <DifferenceList
        all={marks.all}
        hidden={hidden}
        onFly={flyTo}
        onHide={setHidden}
        onStep={step}
        ordered={ordered}
        place={place}
        versions={versions}
      />
    </div>
  );
};

/** Around the ends, and from nowhere to the first or the last. */
const nextPlace = (place: number, by: number, ordered: readonly Difference[]): number => {
  if (place < 0) return by > 0 ? 0 : ordered.length - 1;
  return (place + by + ordered.length) % Math.max(1, ordered.length);
};
