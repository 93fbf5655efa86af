import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAnotherClient } from './another-client.ts';
import { expect, saved, test } from './app.ts';

/** Returns the process IDs that the app has logged, one for each time that the service became ready. */
const servicePids = (profile: string): number[] =>
  [...readFileSync(join(profile, 'parapet.log'), 'utf8').matchAll(/"pid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

test('if the built-in service crashes, edits are kept and sent when it runs again', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  const sync = window.getByRole('button', { name: /^Sync:/ });
  await expect(sync).toHaveAccessibleName('Sync: Synced');
  await expect.poll(() => servicePids(profile)).toHaveLength(1);
  const [first] = servicePids(profile);
  if (first === undefined) throw new Error('The service has not started');
  process.kill(first, 'SIGKILL');

  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox').last().fill('Made while the service was down');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: /^Made while/ })).toBeVisible();
  await saved(app);

  await expect.poll(() => servicePids(profile).length).toBe(2);
  await expect(sync).toHaveAccessibleName('Sync: Synced');
  await expect(window.getByRole('contentinfo')).not.toContainText('pending');
});

test.describe('on a profile without a database', () => {
  test.use({ isFirstStart: true });

  test('if the built-in service cannot start, the window says so and work continues', async ({
    start,
    profile,
  }) => {
    const database = join(profile, 'service.db');
    writeFileSync(database, 'This is no database.');
    const app = await start();
    const { window } = app;
    const sync = window.getByRole('button', { name: /^Sync:/ });
    await expect(sync).toHaveAccessibleName('Sync: Needs attention');
    await sync.click();
    await expect(window.getByText(/is damaged: file is not a database/)).toBeVisible();
    await window.keyboard.press('Escape');

    await window.getByRole('button', { name: 'New collection…' }).click();
    await window.getByRole('textbox').last().fill('Made without a service');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('treeitem', { name: /^Made without/ })).toBeVisible();
    await saved(app);

    await sync.click();
    // Creates a new database while the service is starting again with the damaged one.
    await window.getByRole('button', { name: 'Try again' }).click();
    await window.getByRole('button', { name: 'Create a new database' }).click();
    await expect(sync).toHaveAccessibleName('Sync: Synced');
    const keptFile =
      readdirSync(profile).find((name) => /^service\.set-aside-.*\.db$/.test(name)) ?? '';
    await expect(window.getByText(`Kept the damaged database as ${keptFile}.`)).toBeVisible();
    expect(readFileSync(join(profile, keptFile), 'utf8')).toBe('This is no database.');
  });
});

test('if the database of the built-in service is damaged, a new one gets the local records', async ({
  start,
  profile,
}) => {
  const database = join(profile, 'service.db');
  const before = await start();
  await expect(before.window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  await before.application.close();
  // Also damages the write-ahead log, because the service may have left its last writes there when the
  // app closed.
  for (const file of [database, `${database}-wal`]) {
    if (existsSync(file)) writeFileSync(file, readFileSync(file).fill(0xa5, 24));
  }

  const { window } = await start();
  const sync = window.getByRole('button', { name: /^Sync:/ });
  await expect(sync).toHaveAccessibleName('Sync: Needs attention');
  await sync.click();
  await window.getByRole('button', { name: 'Create a new database' }).click();
  await window.getByRole('button', { name: 'Keep this computer’s version' }).click();
  const question = window.getByRole('dialog', { name: 'Keep this computer’s version?' });
  await question.getByRole('button', { name: 'Keep this computer’s version' }).click();
  await expect(sync).toHaveAccessibleName('Sync: Synced');
  const other = await openAnotherClient(database);
  await expect.poll(() => other.labelsIn('Web shop')).toContain('Web app');
  await other.close();
});
