import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Keys } from '../ui/keys.tsx';
import { commandOf, type CommandId } from './commands.ts';
import { useCommandTitle } from './use-command-title.ts';
import { runCommand, useCommandEnabled } from './use-command.ts';
import classes from './command-button.module.css';

type CommandButtonProps = {
  command: CommandId;
  icon: ReactNode;
  /** For a command that switches something on and off. */
  pressed?: boolean;
  size?: ActionIconProps['size'];
};

/** A button for a command of the table, which gives it its name, its keys and whether it is on. */
export const CommandButton = ({ command, icon, pressed, size = 'sm' }: CommandButtonProps) => {
  const titleOf = useCommandTitle();
  const enabled = useCommandEnabled(command);
  const [shortcut] = commandOf(command).shortcuts;
  const title = titleOf(command);
  return (
    <Tooltip
      label={
        <span className={classes.tooltip}>
          {title}
          {shortcut && <Keys shortcut={shortcut} />}
        </span>
      }
    >
      <ActionIcon
        aria-label={title}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        className={classes.button}
        disabled={!enabled}
        onClick={() => runCommand(command)}
        size={size}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
};
