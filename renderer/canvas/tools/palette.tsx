import { Tooltip, UnstyledButton } from '@mantine/core';
import { Spline } from 'lucide-react';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeTypes, type NodeType } from '#shared/canvas/document.ts';
import { commandOf, type CommandId } from '../../app/commands.ts';
import { runCommand } from '../../app/use-command.ts';
import { Keys } from '../../ui/keys.tsx';
import { startPlacing, stopGesture, useGesture } from '../gesture.ts';
import { nodeKinds } from '../node-kinds.ts';
import { carryNodeType } from './carried-node.ts';
import classes from './palette.module.css';

/** What can be put on the canvas: dragged there, clicked and then placed, or by its key. */
export const Palette = () => {
  const { t } = useTranslation('canvas');
  const placing = useGesture((gesture) => gesture.placing);
  const isConnecting = useGesture(
    (gesture) => gesture.isConnecting || gesture.connection?.isHeld === false,
  );

  const choose = (type: NodeType, event: MouseEvent): void => {
    // A click by the keyboard has no pointer that could say where.
    if (event.detail === 0) runCommand(nodeKinds[type].command);
    else if (placing === type) stopGesture();
    else startPlacing(type);
  };

  return (
    <div aria-label={t('palette.label')} className={classes.palette} role="toolbar">
      {nodeTypes.map((type) => {
        const { icon: Icon, name, command } = nodeKinds[type];
        return (
          <Tool
            command={command}
            hint={t('palette.hint')}
            icon={<Icon />}
            isOn={placing === type}
            key={type}
            name={t(name)}
            onClick={(event) => choose(type, event)}
            onDoubleClick={() => addInTheMiddle(command)}
            onDragStart={(event) => carryNodeType(event.dataTransfer, type)}
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
    </div>
  );
};

/** The pointer is on the palette and not on the canvas, so the command takes the middle. */
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
  const [shortcut] = commandOf(command).shortcuts;
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
      // Escape would close it first, and the tool only the second time.
      {...(isOn && { opened: false })}
    >
      <UnstyledButton
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
