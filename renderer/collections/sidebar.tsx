import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BookOpen, FolderPlus, House, ShieldAlert, Users } from 'lucide-react';
import { thisComputer } from '#shared/desktop/connections.ts';
import { CommandButton } from '../kernel/commands/command-controls.tsx';
import { useConnections } from '../kernel/connection/connections.ts';
import { useAfterDrawing } from '../kernel/workspace/after-drawing.ts';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading } from '../ui/message.tsx';
import { CollectionTree } from './collection-tree.tsx';
import classes from './sidebar.module.css';

const skeletonWidths = ['70%', '55%', '80%', '60%', '75%'];

/** Links to the home page, the register, the codex, the people, and all threat models. */
export const Sidebar = () => {
  const { t } = useTranslation('collections');
  const { t: tApp } = useTranslation();
  const { t: tRegister } = useTranslation('register');
  const { t: tCodex } = useTranslation('codex');
  const { t: tPeople } = useTranslation('people');
  const { data: overview } = useOverview();
  const showsTree = useAfterDrawing();
  // The sidebar links to the people only for a remote service, because the built-in service has a single
  // user.
  const isRemote = useConnections(({ list }) => list !== null && list.openId !== thisComputer.id);
  return (
    <div className={classes.sidebar}>
      <nav className={classes.top}>
        <Link activeOptions={{ exact: true }} className={classes.page} to="/">
          <House aria-hidden />
          {tApp('title-bar.home')}
        </Link>
        <Link className={classes.page} to="/register">
          <ShieldAlert aria-hidden />
          {tRegister('title')}
        </Link>
        <Link className={classes.page} to="/codex">
          <BookOpen aria-hidden />
          {tCodex('title')}
        </Link>
        {isRemote && (
          <Link className={classes.page} to="/people">
            <Users aria-hidden />
            {tPeople('title')}
          </Link>
        )}
      </nav>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('collections')}</h2>
        <CommandButton command="file.new-collection" icon={<FolderPlus />} size="xs" />
      </div>
      <div className={classes.scroll}>
        {overview?.length === 0 && <p className={classes.empty}>{t('no-collections')}</p>}
        {overview && showsTree ? (
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
