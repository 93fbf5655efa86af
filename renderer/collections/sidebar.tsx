import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FolderPlus, House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CommandButton } from '../app/command-button.tsx';
import { Loading } from '../ui/loading.tsx';
import { CollectionTree } from './collection-tree.tsx';
import { useOverview } from './use-overview.ts';
import classes from './sidebar.module.css';

const skeletonWidths = ['70%', '55%', '80%', '60%', '75%'];

/** The start page, and the way to every threat model. */
export const Sidebar = () => {
  const { t } = useTranslation('collections');
  const { t: tApp } = useTranslation();
  const { data: overview } = useOverview();
  return (
    <div className={classes.sidebar}>
      <nav className={classes.top}>
        <Link activeOptions={{ exact: true }} className={classes.home} to="/">
          <House aria-hidden />
          {tApp('title-bar.home')}
        </Link>
      </nav>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('collections')}</h2>
        <CommandButton command="file.new-collection" icon={<FolderPlus />} size="xs" />
      </div>
      <div className={classes.scroll}>
        {overview?.length === 0 && <p className={classes.empty}>{t('no-collections')}</p>}
        {overview ? (
          <CollectionTree overview={overview} />
        ) : (
          <Loading>
            {skeletonWidths.map((width) => (
              <Skeleton className={classes.skeleton} height={12} key={width} width={width} />
            ))}
          </Loading>
        )}
      </div>
    </div>
  );
};
