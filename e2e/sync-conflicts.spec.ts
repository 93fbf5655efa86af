import { join } from 'node:path';
import { openAnotherClient } from './another-client.ts';
import { expect, saved, test } from './app.ts';
import { processNamed, renameProcess } from './canvas.ts';
import { stopService } from './service.ts';
import { indicator, needsAttention, synced } from './sync.ts';

test('many conflicts are resolved at once with the keyboard alone, and that is undone', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await synced(app);
  const { database, bringBack } = await stopService(app, profile);
  const names = [
    ['Web app', 'My storefront', 'Their storefront'],
    ['CDN', 'My cache', 'Their cache'],
  ] as const;
  const meanwhile = await openAnotherClient(database);
  for (const [name, mine, theirs] of names) {
    await renameProcess(app, name, mine);
    await meanwhile.rename('Web shop', name, theirs);
  }
  await meanwhile.close();
  await saved(app);
  await bringBack();
  await needsAttention(app);

  await indicator(app).press('Enter');
  const panel = window.getByRole('dialog', { name: 'Sync', exact: true });
  const conflicts = panel.getByRole('region', { name: 'Conflicts' });
  const take = conflicts.getByRole('button', { name: 'Keep all theirs' });
  await expect(take).toBeDisabled();
  await conflicts.getByRole('checkbox', { name: /^Select 2 components in Web shop › / }).press(' ');
  await expect(conflicts).toContainText('2 selected');
  await conflicts.getByRole('checkbox', { name: 'Select all', exact: true }).press(' ');
  await expect(conflicts).toContainText('3 selected');
  await take.press('Enter');
  const undo = window.getByRole('alert').getByRole('button', { name: 'Undo' });
  // The message disappears after some seconds, unless the pointer is over it.
  await undo.hover();
  await expect(conflicts).toBeHidden();
  await expect(panel.locator(':focus')).toHaveCount(1);
  await window.keyboard.press('Escape');
  for (const [, , theirs] of names) await expect(processNamed(app, theirs)).toBeVisible();

  await undo.click();
  for (const [, mine] of names) await expect(processNamed(app, mine)).toBeVisible();
  await synced(app);
  const other = await openAnotherClient(join(profile, 'service.db'));
  const mine = names.map((each) => each[1]);
  await expect.poll(() => other.labelsIn('Web shop')).toEqual(expect.arrayContaining(mine));
  await expect.poll(() => other.componentTitles()).toEqual(expect.arrayContaining(mine));
  await other.close();
});
