import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Eye, GitCompare, History, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { compareWithNow, previewVersion } from '../kernel/workspace/compared.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import { MenuAt, useMenuAt, type MenuEntry } from '../ui/menu-at.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { useNow } from '../ui/relative-time.ts';
import { restoreVersion } from './restore-version.tsx';
import { VersionBar } from './version-bar.tsx';
import { nameVersion, removeVersion, versionName } from './version-changes.tsx';
import { VersionRow, type VersionActions } from './version-row.tsx';
import classes from './history-view.module.css';

/** The versions of a canvas, newest first, with actions for each. */
export const HistoryView = ({ canvasId }: { canvasId: string }) => {
  const { data, error, refetch } = useQuery(
    queries.versions.list.queryOptions({ input: { id: canvasId } }),
  );
  useFreshSizes();
  return (
    <div className={classes.view}>
      <VersionBar canvasId={canvasId} />
      {error && <LoadFailed error={error} retry={() => void refetch()} />}
      {!error && !data && <ReadingVersions />}
      {data?.length === 0 && <NoVersions />}
      {data && data.length > 0 && <VersionList canvasId={canvasId} versions={data} />}
    </div>
  );
};

/**
 * The delay, in ms, between the last edit and reading the sizes again, so that a series of edits causes
 * only one read.
 */
const restMs = 1500;

const useFreshSizes = (): void =>
  useEffect(() => {
    let timer = 0;
    const read = (): void =>
      void queryClient.invalidateQueries({ queryKey: queries.versions.size.key() });
    const stop = useCanvas.subscribe(({ document }, before) => {
      if (document === before.document) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(read, restMs);
    });
    read();
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);

const initialCount = 50;

type ListProps = { canvasId: string; versions: readonly CanvasVersion[] };

const VersionList = ({ canvasId, versions }: ListProps) => {
  const { t } = useTranslation('versions');
  const now = useNow();
  const menu = useMenuAt<CanvasVersion>();
  const [current, setCurrent] = useState<number | null>(null);
  const [named, setNamed] = useState<number | null>(null);
  const { visible, hidden, showMore } = useBeginning(versions, initialCount);
  const tabStop = visible.some(({ id }) => id === current) ? current : visible[0]?.id;

  const actionsOf = (version: CanvasVersion): VersionActions => {
    const source = { from: 'point', id: version.id } as const;
    return {
      compare: () => compareWithNow(canvasId, source),
      preview: () => previewVersion(canvasId, source),
      restore: () => void restoreVersion(canvasId, source, versionName(version)),
      startNaming: () => setNamed(version.id),
      remove: () => void removeVersion(version),
    };
  };

  return (
    <>
      <ul aria-label={t('list')} className={classes.list}>
        {visible.map((version) => (
          <VersionRow
            actions={actionsOf(version)}
            hasTabStop={version.id === tabStop}
            isMenuOpen={menu.item?.id === version.id}
            isNamed={named === version.id}
            key={version.id}
            now={now}
            onFocus={() => setCurrent(version.id)}
            onMenu={(at) => menu.open(version, at)}
            onNameEnd={() => setNamed(null)}
            rename={(title) => void nameVersion(version.id, title)}
            version={version}
          />
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
      <MenuAt
        at={menu.at}
        entries={menu.item ? menuEntries(actionsOf(menu.item), t) : []}
        label={menu.item ? t('actions-of', { version: versionName(menu.item) }) : ''}
        onClose={menu.close}
      />
    </>
  );
};

type Texts = ReturnType<typeof useTranslation<'versions'>>['t'];

const menuEntries = (actions: VersionActions, t: Texts): MenuEntry[] => [
  { key: 'compare', label: t('menu.compare'), icon: <GitCompare />, run: actions.compare },
  { key: 'preview', label: t('menu.preview'), icon: <Eye />, run: actions.preview },
  { key: 'restore', label: t('menu.restore'), icon: <RotateCcw />, run: actions.restore },
  {
    key: 'name',
    label: t('menu.name'),
    icon: <Pencil />,
    run: actions.startNaming,
    lineBefore: true,
  },
  {
    key: 'delete',
    label: t('menu.delete'),
    icon: <Trash2 />,
    run: actions.remove,
    isDestructive: true,
  },
];

const NoVersions = () => {
  const { t } = useTranslation('versions');
  return <Message icon={<History />} text={t('empty.text')} title={t('empty.title')} />;
};

const ReadingVersions = () => {
  const { t } = useTranslation('versions');
  return (
    <Loading label={t('loading')}>
      <Skeleton height={14} width="45%" />
      <Skeleton height={14} width="60%" />
      <Skeleton height={14} width="52%" />
    </Loading>
  );
};
