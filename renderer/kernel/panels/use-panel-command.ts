import type { CommandId } from '../commands/commands.ts';
import { useCommand } from '../commands/use-command.ts';
import { togglePanel, usePanelShown, type PanelId } from './panels.ts';

/**
 * Registers the command that shows and hides a panel. Its menu item is checked while the panel is
 * shown.
 */
export const usePanelCommand = (
  id: CommandId,
  panel: PanelId,
  toggle: () => void = () => void togglePanel(panel),
): void => useCommand(id, { run: toggle, isOn: usePanelShown(panel) });
