import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GitCompare, Eye, History, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { MoreButton, useBeginning } from '../sync/beginning.tsx';
import { LoadFailed } from '../threats/load-failed.tsx';
import { Loading } from '../ui/loading.tsx';
import { MenuAt, type MenuEntry } from '../ui/menu-at.tsx';
import { Message } from '../ui/message.tsx';
import { useMenuAt } from '../ui/use-menu-at.ts';
import { useNow } from '../ui/use-now.ts';
import { compareWithNow, lookAtVersion } from './compared.ts';
import { NamePresent } from './name-present.tsx';
import { nameVersion } from './name-version.ts';
import { removeVersion } from './remove-version.tsx';
import { restoreVersion } from './restore-version.tsx';
import { versionName } from './version-name.ts';
import { VersionRow, type VersionActions } from './version-row.tsx';
import classes from './history-view.module.css';

/** The versions of a canvas, the newest first, and what can be done with each. */
export const HistoryView = ({ canvasId }: { canvasId: string }) => {
  const { data, error, refetch } = useQuery(
    queries.versions.list.queryOptions({ input: { id: canvasId } }),
  );
  useFreshSizes();
  return (
    <div className={classes.view}>
      <NamePresent canvasId={canvasId} />
      {error && <LoadFailed error={error} retry={() => void refetch()} />}
      {!error && !data && <ReadingVersions />}
      {data?.length === 0 && <NoVersions />}
      {data && data.length > 0 && <VersionList canvasId={canvasId} versions={data} />}
    </div>
  );
};

/** What is drawn in one go is counted once. */
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

const shownAtFirst = 50;

type ListProps = { canvasId: string; versions: readonly CanvasVersion[] };

const VersionList = ({ canvasId, versions }: ListProps) => {
  const { t } = useTranslation('versions');
  const now = useNow();
  const menu = useMenuAt<CanvasVersion>();
  const [current, setCurrent] = useState<number | null>(null);
  const [named, setNamed] = useState<number | null>(null);
  const { shown, hidden, showMore } = useBeginning(versions, shownAtFirst);
  const tabStop = shown.some(({ id }) => id === current) ? current : shown[0]?.id;

  const actionsOf = (version: CanvasVersion): VersionActions => {
    const source = { from: 'point', id: version.id } as const;
    return {
      compare: () => compareWithNow(canvasId, source),
      preview: () => lookAtVersion(canvasId, source),
      restore: () => void restoreVersion(canvasId, source, versionName(version)),
      startNaming: () => setNamed(version.id),
      remove: () => void removeVersion(version),
    };
  };

  return (
    <>
      <ul aria-label={t('list')} className={classes.list}>
        {shown.map((version) => (
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
