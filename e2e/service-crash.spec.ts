import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, saved, test } from './app.ts';

/** The process id that the app wrote down when its service was ready, the latest last. */
const servicePids = (profile: string): number[] =>
  [...readFileSync(join(profile, 'parapet.log'), 'utf8').matchAll(/"pid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

test('the embedded service may crash: edits are kept and sent when it is back', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  const sync = window.getByRole('button', { name: /^Sync:/ });
  await expect(sync).toHaveAccessibleName('Sync: Synced');
  const [first = 0] = servicePids(profile);
  process.kill(first, 'SIGKILL');

  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox').last().fill('Made while the service was down');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: /^Made while/ })).toBeVisible();
  await saved(app);

  await expect.poll(() => servicePids(profile).length, { timeout: 20_000 }).toBe(2);
  await expect(sync).toHaveAccessibleName('Sync: Synced', { timeout: 20_000 });
  await expect(window.getByRole('contentinfo')).not.toContainText('waiting');
});

test('the embedded service may be unable to start: it is said, and work goes on', async ({
  start,
  profile,
}) => {
  const database = join(profile, 'service.db');
  writeFileSync(database, 'This is no database.');
  const app = await start();
  const { window } = app;
  const sync = window.getByRole('button', { name: /^Sync:/ });
  await expect(sync).toHaveAccessibleName('Sync: Offline', { timeout: 20_000 });
  await sync.click();
  await expect(window.getByText(/cannot start: file is not a database/)).toBeVisible();
  await window.keyboard.press('Escape');

  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox').last().fill('Made without a service');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: /^Made without/ })).toBeVisible();
  await saved(app);

  rmSync(database);
  await expect(sync).toHaveAccessibleName('Sync: Synced', { timeout: 60_000 });
});
