import { Toolbar, Tooltip, UnstyledButton } from '@mantine/core';
import { Spline } from 'lucide-react';
import { memo, type DragEvent, type MouseEvent, type ReactNode } from 'react';
import { elementKindNames, elementKinds, type ElementKind } from '#shared/canvas/element-kinds.ts';
import { toolInToolbar } from '../../kernel/commands/command-controls.tsx';
import { commandOf, type CommandId } from '../../kernel/commands/commands.ts';
import { kindIcons } from '../../kernel/commands/kind-icons.tsx';
import { useShortcutsOf } from '../../kernel/commands/shortcut-choices.ts';
import { runCommand } from '../../kernel/commands/use-command.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { Keys } from '../../ui/keys.tsx';
import { carryKind } from '../pointer/use-canvas-pointer.ts';
import { startPlacing, stopGesture, useGesture } from '../state/gesture.ts';
import classes from './palette.module.css';

/**
 * The tools to add elements and flows. The person can drag an element kind to the canvas, click the kind
 * and then the canvas, or press a key.
 */
export const Palette = memo(() => {
  const { t } = useTranslation('canvas');
  const placing = useGesture((gesture) => gesture.placing);
  const isConnecting = useGesture(
    (gesture) => gesture.isConnecting || gesture.connection?.isDragging === false,
  );

  const choose = (type: ElementKind, event: MouseEvent): void => {
    // A click by the keyboard has no pointer position, so the command adds the element at once.
    if (event.detail === 0) runCommand(elementKinds[type].command);
    else if (placing === type) stopGesture();
    else startPlacing(type);
  };

  return (
    <Toolbar
      aria-label={t('palette.label')}
      className={classes.palette}
      data-canvas-tool
      orientation="vertical"
      unstyled
    >
      {elementKindNames.map((type) => {
        const Icon = kindIcons[type];
        const { command } = elementKinds[type];
        return (
          <Tool
            command={command}
            hint={t('palette.hint')}
            icon={<Icon />}
            isOn={placing === type}
            key={type}
            name={t(`kind.${type}`)}
            onClick={(event) => choose(type, event)}
            onDoubleClick={() => addInTheMiddle(command)}
            onDragStart={(event) => carryKind(event.dataTransfer, type)}
          />
        );
      })}
      <hr className={classes.line} />
      <Tool
        command="canvas.connect"
        icon={<Spline />}
        isOn={isConnecting}
        name={t('palette.connect')}
        onClick={() => (isConnecting ? stopGesture() : runCommand('canvas.connect'))}
      />
    </Toolbar>
  );
});

/**
 * Runs a command that adds an element. The element goes to the center of the canvas, because the pointer
 * is over the palette.
 */
const addInTheMiddle = (command: CommandId): void => {
  stopGesture();
  runCommand(command);
};

type ToolProps = {
  command: CommandId;
  icon: ReactNode;
  name: string;
  hint?: string;
  isOn: boolean;
  onClick: (event: MouseEvent) => void;
  onDoubleClick?: () => void;
  onDragStart?: (event: DragEvent) => void;
};

const Tool = (props: ToolProps) => {
  const { command, icon, name, hint, isOn, onClick, onDoubleClick, onDragStart } = props;
  const [shortcut] = useShortcutsOf().shortcutsOf(commandOf(command));
  return (
    <Tooltip
      label={
        <span className={classes.tip}>
          <span className={classes.name}>
            {name}
            {shortcut && <Keys shortcut={shortcut} />}
          </span>
          {hint && <span className={classes.hint}>{hint}</span>}
        </span>
      }
      position="right"
      // Closes the tooltip of an active tool. Otherwise the first Escape would close the tooltip
      // and not end the tool.
      {...(isOn && { opened: false })}
    >
      <UnstyledButton
        {...toolInToolbar}
        aria-label={name}
        aria-pressed={isOn}
        className={classes.tool}
        draggable={onDragStart !== undefined}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onDragStart={onDragStart}
      >
        {icon}
        {shortcut && (
          <span aria-hidden className={classes.key}>
            {shortcut}
          </span>
        )}
      </UnstyledButton>
    </Tooltip>
  );
};
