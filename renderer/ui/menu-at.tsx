import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { Fragment, useRef, useState, type ReactNode } from 'react';
import { focusBack } from './focus.ts';
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
  /** True while a toggle entry is on. Entries that are not toggles leave this out. */
  isChecked?: boolean;
  isDestructive?: boolean;
};

type Submenu = Common & { entries: readonly MenuEntry[] };

export type MenuEntry = Item | Submenu;

type MenuAtProps = {
  /** The position in the window, or `null` while the menu is closed. */
  at: Point | null;
  label: string;
  entries: readonly MenuEntry[];
  /** Called when the menu closes. It must restore the focus, as `close` of `useMenuAt` does. */
  onClose: () => void;
};

/**
 * A menu at a point of the window. A list has one menu for all of its rows, instead of a menu in each
 * row. The menu closes before an entry runs, because the entry may move the focus itself.
 */
export const MenuAt = ({ at, label, entries, onClose }: MenuAtProps) => (
  <Menu
    // Near an edge of the window, the menu shifts, because there may be too little space above and below
    // the point.
    middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    onClose={onClose}
    opened={at !== null}
    position="bottom-start"
    returnFocus={false}
    transitionProps={{ duration: 0 }}
  >
    <Menu.Target>
      <span
        aria-hidden
        style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, inlineSize: 0 }}
      />
    </Menu.Target>
    <Menu.Dropdown aria-label={label} className={classes.dropdown}>
      <Entries entries={entries} onClose={onClose} />
    </Menu.Dropdown>
  </Menu>
);

const Entries = ({ entries, onClose }: Pick<MenuAtProps, 'entries' | 'onClose'>) => {
  // If any entry has an icon, the names of all entries are indented equally.
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

/** Returns the position for the menu of an element: below the element, at its start. */
export const pointBelow = (element: Element): Point => {
  const { left, right, bottom } = element.getBoundingClientRect();
  return { x: document.dir === 'rtl' ? right : left, y: bottom };
};

/**
 * Returns the item whose menu is open, the position of the menu, and functions that open and close the
 * menu. The item and the position are `null` while the menu is closed. Closing restores the focus.
 */
export const useMenuAt = <Subject,>() => {
  const [opened, setOpened] = useState<{ item: Subject; at: Point } | null>(null);
  const focusBefore = useRef<Element | null>(null);
  return {
    item: opened?.item ?? null,
    at: opened?.at ?? null,
    open: (item: Subject, at: Point): void => {
      focusBefore.current = document.activeElement;
      setOpened({ item, at });
    },
    close: (): void => {
      focusBack(focusBefore.current);
      setOpened(null);
    },
  };
};

type RowMenuButtonProps = {
  label: string;
  isOpen: boolean;
  tabIndex?: number;
  onMenu: (at: Point) => void;
};

export const RowMenuButton = ({ label, isOpen, tabIndex = 0, onMenu }: RowMenuButtonProps) => (
  <ActionIcon
    aria-expanded={isOpen}
    aria-haspopup="menu"
    aria-label={label}
    onClick={(event) => onMenu(pointBelow(event.currentTarget))}
    size="xs"
    tabIndex={tabIndex}
  >
    <Ellipsis />
  </ActionIcon>
);
