import { Tabs } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { CommandButton } from './command-button.tsx';
import { Panel } from './panel.tsx';
import { openPanel } from './panels.ts';
import classes from './drawer.module.css';

export type DrawerViewId = 'problems' | 'history';

export type DrawerView = {
  id: DrawerViewId;
  label: string;
  /** How many things there are to look at in it. */
  count?: number;
  content: ReactNode;
};

const useDrawer = create<{ view: DrawerViewId }>(() => ({ view: 'problems' }));

/** Opens the drawer at one of its views. */
export const showInDrawer = (view: DrawerViewId): void => {
  useDrawer.setState({ view });
  openPanel('drawer');
};

const isViewOf = (views: readonly DrawerView[], id: string | null): DrawerViewId | null =>
  views.find((view) => view.id === id)?.id ?? null;

/** The panel below the canvas: one view of several. */
export const Drawer = ({ views }: { views: readonly DrawerView[] }) => {
  const { t } = useTranslation();
  const { view } = useDrawer();
  const choose = (id: string | null): void => {
    const chosen = isViewOf(views, id);
    if (chosen) useDrawer.setState({ view: chosen });
  };
  return (
    <Panel id="drawer" label={t('drawer.label')} resizeLabel={t('drawer.resize')} side="bottom">
      <Tabs
        classNames={{
          root: classes.tabs,
          list: classes.list,
          tab: classes.tab,
          panel: classes.view,
        }}
        keepMounted={false}
        onChange={choose}
        value={isViewOf(views, view) ?? views[0]?.id ?? null}
      >
        <div className={classes.head}>
          <Tabs.List aria-label={t('drawer.label')}>
            {views.map(({ id, label, count }) => (
              <Tabs.Tab key={id} value={id}>
                {label} {count !== undefined && <span className={classes.count}>{count}</span>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <CommandButton command="view.toggle-drawer" icon={<X />} />
        </div>
        {views.map(({ id, content }) => (
          <Tabs.Panel key={id} value={id}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
};
