import { Tabs } from '@mantine/core';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { create } from 'zustand';
import { useTranslation } from '../../locales/use-translation.tsx';
import { CommandButton } from '../commands/command-controls.tsx';
import { focusCanvas } from '../workspace/focus-canvas.ts';
import { Panel } from './panel.tsx';
import { openPanel } from './panels.ts';
import classes from './drawer.module.css';

type DrawerViewId = 'checks' | 'suggestions' | 'register' | 'history';

export type DrawerView = {
  id: DrawerViewId;
  label: string;
  /** The number of entries in the view. Without it, the tab of the view shows only the label. */
  count?: number;
  content: ReactNode;
};

const useDrawer = create<{ view: DrawerViewId }>(() => ({ view: 'checks' }));

/** Opens the bottom panel and shows one of its views. */
export const showInDrawer = (view: DrawerViewId): void => {
  useDrawer.setState({ view });
  openPanel('drawer');
};

const isViewOf = (views: readonly DrawerView[], id: string | null): DrawerViewId | null =>
  views.find((view) => view.id === id)?.id ?? null;

/**
 * Moves the focus to the canvas on Escape. Ignores keys from the menus and dialogs of a view. These are
 * outside of the panel in the DOM, but their React events bubble to the panel.
 */
const leaveOnEscape = ({ key, currentTarget, target }: KeyboardEvent): void => {
  if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) focusCanvas();
};

/** The panel below the canvas. It shows one of several views. */
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
        onKeyDown={leaveOnEscape}
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
          <CommandButton command="view.toggle-drawer" icon={<X />} title={t('drawer.close')} />
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
