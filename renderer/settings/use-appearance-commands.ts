import { useMantineColorScheme } from '@mantine/core';
import { useCommand } from '../app/use-command.ts';

export const useAppearanceCommands = (): void => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useCommand('view.theme-light', {
    run: () => setColorScheme('light'),
    enabled: colorScheme !== 'light',
  });
  useCommand('view.theme-dark', {
    run: () => setColorScheme('dark'),
    enabled: colorScheme !== 'dark',
  });
  useCommand('view.theme-auto', {
    run: () => setColorScheme('auto'),
    enabled: colorScheme !== 'auto',
  });
};
