import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { expect, saved, test } from './app.ts';

test('a long change that is being stored when the window closes is stored completely', async ({
  start,
  profile,
}) => {
  const file = join(profile, 'large.otm');
  writeFileSync(file, largeModel('Large', 5000));
  const app = await start(file);
  await app.window
    .getByRole('dialog', { name: 'Import' })
    .getByRole('button', { name: /^Import/ })
    .click();
  const tabs = app.window.getByRole('tablist', { name: 'Canvases' }).getByRole('tab');
  await expect(tabs).toHaveCount(1);
  await saved(app);
  await tabs.first().click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: 'Duplicate canvas' }).click();
  // The window has sent the change by now, and the app needs a multiple of this time to store it.
  await app.window.waitForTimeout(100);
  const ended = new Promise<number | null>((resolve) =>
    app.application.process().once('exit', resolve),
  );
  await app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await ended).toBe(0);

  const { window } = await start();
  await expect(window.getByRole('tablist', { name: 'Canvases' }).getByRole('tab')).toHaveCount(2);
});
