import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { VersionSource } from '#shared/desktop/versions.ts';
import type { CanvasDifference as Difference } from '#shared/merge/compare-canvases.ts';
import { CanvasDifference, type ComparedSide } from '../canvas/compare/canvas-difference.tsx';
import { differenceKindList, type DifferenceKind } from '../canvas/compare/difference-marks.tsx';
import { keyOf, marksOfBoth } from '../canvas/compare/element-marks.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { takeDropped } from '../kernel/desktop/files.tsx';
import { chooseSides, type Compared } from '../kernel/workspace/compared.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DifferenceList } from './difference-list.tsx';
import { ReadingDrawings } from './reading-drawings.tsx';
import { RecordDifferences } from './record-differences.tsx';
import { RestoreButton, type NamedVersion } from './restore-version.tsx';
import { versionName } from './version-changes.tsx';
import { useVersion, VersionPickers } from './version-pickers.tsx';
import classes from './compare-view.module.css';

/**
 * Shows one or two versions of a canvas, from any source, below the pickers that choose the versions.
 */
export const CompareView = ({ compared }: { compared: Compared }) => {
  const { t } = useTranslation('versions');
  const { canvasId, one, other } = compared;
  const list = useQuery(queries.versions.list.queryOptions({ input: { id: canvasId } }));
  const points = list.data ?? [];
  const reading = { one: useVersion(one, canvasId), other: useVersion(other, canvasId) };
  const failed = [reading.one, reading.other].find(({ error }) => error);
  const file = [reading.one.data, other && reading.other.data].find((data) => data?.file)?.file;
  useFiles(compared);

  const nameOf = (source: VersionSource): string => {
    switch (source.from) {
      case 'now':
        return t('now');
      case 'service':
        return t('service');
      case 'file':
        return file?.fileName ?? '';
      case 'point': {
        const point = points.find(({ id }) => id === source.id);
        return point ? versionName(point) : '';
      }
    }
  };

  const versionOf = (source: VersionSource, data: typeof reading.one.data) =>
    data && {
      source,
      name: nameOf(source),
      document: data.document,
      records: data.records,
    };
  const first = versionOf(one, reading.one.data);
  const second = other && versionOf(other, reading.other.data);

  return (
    <div className={classes.view}>
      <VersionPickers compared={compared} fileName={file?.fileName ?? null} points={points} />
      {file && (
        <p className={classes.note}>
          {t(`compare.matched.${file.matchedBy}`, {
            canvas: file.canvasTitle,
            file: file.fileName,
          })}
        </p>
      )}
      {failed?.error ? (
        <LoadFailed error={failed.error} retry={() => void failed.refetch()} />
      ) : first && (second || other === null) ? (
        second ? (
          <ComparedVersions canvasId={canvasId} one={first} other={second} />
        ) : (
          <PreviewedVersion canvasId={canvasId} version={first} />
        )
      ) : (
        <ReadingDrawings />
      )}
    </div>
  );
};

/**
 * Compares the canvas with a file that is dropped while the dialog is open. Releases each file that is
 * no longer compared.
 */
const useFiles = ({ canvasId, one, other }: Compared): void => {
  const handle = [one, other].find((side) => side?.from === 'file')?.handle;
  useEffect(
    () =>
      takeDropped((dropped) =>
        chooseSides({
          one: { from: 'file', canvasId, handle: dropped },
          other: { from: 'now', canvasId },
        }),
      ),
    [canvasId],
  );
  useEffect(() => {
    if (handle === undefined) return undefined;
    return () => void desktop.imports.release({ handle }).catch(() => undefined);
  }, [handle]);
};

type PreviewedVersionProps = { canvasId: string; version: NamedVersion };

const selectNothing = (): void => undefined;

export const PreviewedVersion = ({ canvasId, version }: PreviewedVersionProps) => {
  const { name, document } = version;
  const sides = useMemo(
    () => [
      {
        id: 'one',
        title: name,
        document,
        marks: [],
        action: <RestoreButton canvasId={canvasId} version={version} />,
      },
    ],
    [canvasId, document, name, version],
  );
  return (
    <div className={classes.work} data-single>
      <CanvasDifference onSelect={selectNothing} selected={null} sides={sides} />
    </div>
  );
};

type ComparedVersionsProps = { canvasId: string; one: NamedVersion; other: NamedVersion };

const steps: Partial<Record<string, number>> = { j: 1, k: -1 };

/** Two versions side by side, with their differences. */
export const ComparedVersions = ({ canvasId, one, other }: ComparedVersionsProps) => {
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
    const sideOf = (id: 'one' | 'other', version: NamedVersion): ComparedSide => ({
      id,
      title: version.name,
      document: version.document,
      marks: marks[id].filter(({ kind }) => !hidden.has(kind)),
      action: <RestoreButton canvasId={canvasId} version={version} />,
    });
    return [sideOf('one', one), sideOf('other', other)];
  }, [canvasId, one, other, marks, hidden]);

  const flyTo = useCallback((key: string): void => setSelected({ key }), []);
  const index = ordered.findIndex((each) => keyOf(each) === selected?.key);
  const step = (by: number): void => {
    const next = ordered[nextIndex(index, by, ordered)];
    if (next) flyTo(keyOf(next));
  };
  // J and K work anywhere in the dialog, except in pickers, because pickers search their entries by
  // letters.
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
        index={index}
        versions={versions}
      >
        <RecordDifferences one={one.records} other={other.records} />
      </DifferenceList>
    </div>
  );
};

/**
 * Returns the next index in a direction, and wraps around at the ends. Without a current index (-1),
 * returns the first index for a step forward, and the last index for a step back.
 */
const nextIndex = (index: number, by: number, ordered: readonly Difference[]): number => {
  if (index < 0) return by > 0 ? 0 : ordered.length - 1;
  return (index + by + ordered.length) % Math.max(1, ordered.length);
};
