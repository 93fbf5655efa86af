import { useEffect } from 'react';
import type { CommandId } from '../../app/commands.ts';
import { runCommand } from '../../app/use-command.ts';

/** The fourth and fifth button of a mouse, by the numbers of the DOM. */
const sideButtons: Partial<Record<number, CommandId>> = { 3: 'view.back', 4: 'view.forward' };

/** They would lead through the pages of the window otherwise. */
const onMouse = (event: MouseEvent): void => {
  const command = sideButtons[event.button];
  if (!command) return;
  event.preventDefault();
  if (event.type === 'mouseup') runCommand(command);
};

export const useSideButtons = (): void => {
  useEffect(() => {
    window.addEventListener('mousedown', onMouse);
    window.addEventListener('mouseup', onMouse);
    return () => {
      window.removeEventListener('mousedown', onMouse);
      window.removeEventListener('mouseup', onMouse);
    };
  }, []);
};
