import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { VersionSource } from '#shared/desktop/versions.ts';
import { desktop, queries } from '../app/desktop.ts';
import { takeDropped } from '../exports/dropped-file.ts';
import { LoadFailed } from '../threats/load-failed.tsx';
import { ComparedVersions } from './compared-versions.tsx';
import { chooseSides, type Compared } from './compared.ts';
import { LookedAtVersion } from './looked-at-version.tsx';
import { ReadingDrawings } from './reading-drawings.tsx';
import { useVersion } from './use-version.ts';
import { versionName } from './version-name.ts';
import { VersionPickers } from './version-pickers.tsx';
import classes from './compare-view.module.css';

/** Two versions of a canvas, chosen above, read wherever they are kept. */
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
    data && { source, name: nameOf(source), document: data.document };
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
          <LookedAtVersion canvasId={canvasId} version={first} />
        )
      ) : (
        <ReadingDrawings />
      )}
    </div>
  );
};

/** A file that is dropped while the dialog is open is compared; one that was left is let go. */
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
