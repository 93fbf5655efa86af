import { Menu } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Keys } from './keys.tsx';
import classes from './menu-at.module.css';

export type Point = { x: number; y: number };

type Common = {
  key: string;
  label: string;
  icon?: ReactNode;
  lineBefore?: boolean;
};

type Item = Common & {
  run: () => void;
  shortcut?: string | undefined;
  /** For what is switched on and off: whether it is on. */
  isChecked?: boolean;
  isDestructive?: boolean;
};

type Submenu = Common & { entries: readonly MenuEntry[] };

export type MenuEntry = Item | Submenu;

type MenuAtProps = {
  /** Where in the window it opens; `null` while it is closed. */
  at: Point | null;
  label: string;
  entries: readonly MenuEntry[];
  /** Has to give the focus back: `useMenuAt` does. */
  onClose: () => void;
};

/**
 * A menu at a point: one for a whole list, instead of one in each of its rows. It is closed before
 * an entry runs, because the entry may put the focus somewhere itself.
 */
export const MenuAt = ({ at, label, entries, onClose }: MenuAtProps) => (
  <Menu
    // Near the end of the window it moves up: there is no place above or below that is high enough.
    middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    onClose={onClose}
    opened={at !== null}
    position="bottom-start"
    returnFocus={false}
    transitionProps={{ duration: 0 }}
    withInitialFocusPlaceholder={false}
  >
    <Menu.Target>
      <span
        aria-hidden
        style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, inlineSize: 0 }}
      />
    </Menu.Target>
    <Menu.Dropdown aria-label={label}>
      <Entries entries={entries} onClose={onClose} />
    </Menu.Dropdown>
  </Menu>
);

const Entries = ({ entries, onClose }: Pick<MenuAtProps, 'entries' | 'onClose'>) => {
  // Where one has something before it, the names of all begin below each other.
  const hasIcons = entries.some((entry) => entry.icon !== undefined || 'isChecked' in entry);
  const iconOf = (entry: MenuEntry): ReactNode =>
    entry.icon ?? (hasIcons && <span className={classes.noIcon} />);
  return entries.map((entry) => (
    <Fragment key={entry.key}>
      {entry.lineBefore && <Menu.Divider />}
      {'entries' in entry ? (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={iconOf(entry)}>{entry.label}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown aria-label={entry.label}>
            <Entries entries={entry.entries} onClose={onClose} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      ) : (
        <Entry icon={iconOf(entry)} item={entry} onClose={onClose} />
      )}
    </Fragment>
  ));
};

type EntryProps = { item: Item; icon: ReactNode; onClose: () => void };

const Entry = ({ item, icon, onClose }: EntryProps) => {
  const { label, run, shortcut, isChecked, isDestructive } = item;
  const choose = (): void => {
    onClose();
    run();
  };
  const rightSection = shortcut === undefined ? null : <Keys shortcut={shortcut} />;
  if (isChecked !== undefined) {
    return (
      <Menu.CheckboxItem
        checked={isChecked}
        closeMenuOnClick={false}
        onChange={choose}
        rightSection={rightSection}
      >
        {label}
      </Menu.CheckboxItem>
    );
  }
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={icon}
      onClick={choose}
      rightSection={rightSection}
      {...(isDestructive && { color: 'var(--severity-critical)' })}
    >
      {label}
    </Menu.Item>
  );
};

/** The point for a menu that belongs to an element: under its start. */
export const pointBelow = (element: Element): Point => {
  const { left, right, bottom } = element.getBoundingClientRect();
  return { x: document.dir === 'rtl' ? right : left, y: bottom };
};
