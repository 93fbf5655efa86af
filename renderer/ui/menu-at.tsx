import { Menu } from '@mantine/core';
import { Check } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';

export type Point = { x: number; y: number };

export type MenuEntry = {
  key: string;
  label: string;
  icon: ReactNode;
  run: () => void;
  /** For what is switched on and off: whether it is on. */
  isChecked?: boolean;
  isDestructive?: boolean;
  lineBefore?: boolean;
};

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
      {entries.map(({ key, label: title, icon, run, isChecked, isDestructive, lineBefore }) => (
        <Fragment key={key}>
          {lineBefore && <Menu.Divider />}
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={icon}
            onClick={() => {
              onClose();
              run();
            }}
            {...(isDestructive && { color: 'var(--severity-critical)' })}
            {...(isChecked !== undefined && {
              role: 'menuitemcheckbox',
              'aria-checked': isChecked,
              rightSection: isChecked ? <Check aria-hidden /> : null,
            })}
          >
            {title}
          </Menu.Item>
        </Fragment>
      ))}
    </Menu.Dropdown>
  </Menu>
);

/** The point for a menu that belongs to an element: under its start. */
export const pointBelow = (element: Element): Point => {
  const { left, right, bottom } = element.getBoundingClientRect();
  return { x: document.dir === 'rtl' ? right : left, y: bottom };
};
