import { _electron as electron, type ElectronApplication, type Page } from '@playwright/test';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';

/** Starts the built app on a profile, acts in its window, and closes the app. */
export const inApp = async <Result>(
  profile: string,
  words: readonly string[],
  act: (window: Page, application: ElectronApplication) => Promise<Result>,
): Promise<Result> => {
  const app: ElectronApplication = await electron.launch({
    executablePath: electronProgram(),
    args: ['.', ...sandboxWords, `--user-data-dir=${profile}`, ...words],
    cwd: root,
  });
  try {
    return await act(await app.firstWindow(), app);
  } finally {
    await app.close();
  }
};
