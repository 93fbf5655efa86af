import { join } from 'node:path';
import { openSqlite } from '#service/service.ts';
import { clientOf } from './another-client.ts';
import { expect, saved, test } from './app.ts';
import { canvas } from './canvas.ts';
import { registerCount } from './register.ts';
import { syncNow, synced } from './sync.ts';

test('somebody else changes and deletes threats while their cells are edited', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await expect(canvas(app)).toBeVisible();
  await saved(app);
  await synced(app);
  const database = openSqlite(join(profile, 'service.db'));
  const client = await clientOf(database);
  const { items } = await client.threats.list({ limit: 200 });
  const idOf = (title: string): string => items.find((threat) => threat.title === title)?.id ?? '';
  await window.getByRole('link', { name: 'Threat register' }).click();
  await expect(registerCount(app)).toHaveText('24 threats');
  const table = window.getByRole('grid', { name: 'Threat register' });
  const row = (title: string) => table.getByRole('row').filter({ hasText: title });
  const active = table.locator('[role=row][tabindex="0"]');
  const gone = window.getByRole('alert').filter({ hasText: 'No longer available' });

  await test.step('a typed owner stays in the field, and is saved', async () => {
    await row('The payment provider is down').getByRole('gridcell').nth(2).click();
    const owner = active.getByRole('textbox', { name: /^Owner/ });
    await owner.fill('Bo Li');
    const id = idOf('The payment provider is down at Christmas');
    await client.threats.update({ id, title: 'The provider is away', owner: 'Cy Ray' });
    await syncNow(app);
    await expect(row('The provider is away')).toBeVisible();
    await expect(owner).toHaveValue('Bo Li');
    await keyboard.press('Enter');
    await expect(active).toBeFocused();
    await saved(app);
    await syncNow(app);
    await expect.poll(async () => (await client.threats.get({ id })).owner).toBe('Bo Li');
  });

  await test.step('the owner of a deleted threat is not saved to another one', async () => {
    await row('Private pages end up').getByRole('gridcell').nth(2).click();
    await active.getByRole('textbox', { name: /^Owner/ }).fill('Nobody');
    await client.threats.delete({ id: idOf('Private pages end up in the cache') });
    await syncNow(app);
    await expect(registerCount(app)).toHaveText('23 threats');
    await expect(gone.first()).toBeVisible();
    await expect(active).toBeFocused();
    await expect(active.getByRole('textbox', { name: /^Owner/ })).toHaveValue('');
  });

  await test.step('the new title of a deleted threat is refused, and the keys work on', async () => {
    await row('An order is charged twice').getByRole('gridcell').nth(2).click();
    await active.focus();
    await keyboard.press('e');
    await window.getByRole('dialog').getByRole('textbox').fill('Too late');
    await client.threats.delete({ id: idOf('An order is charged twice') });
    await syncNow(app);
    await expect(registerCount(app)).toHaveText('22 threats');
    await expect(gone).toHaveCount(0);
    await keyboard.press('Enter');
    await expect(gone).toBeVisible();
    await expect(active).toBeFocused();
    await keyboard.press('j');
    await expect(active).toBeFocused();
  });

  await test.step('the palette finds a new model that has no canvas', async () => {
    const [collection] = (await client.collections.list({ limit: 1 })).items;
    const title = 'Returns portal';
    await client.threatModels.create({ title, collectionId: collection?.id ?? '' });
    await syncNow(app);
    await expect(window.getByRole('treeitem', { name: /^Returns portal/ })).toBeVisible();
    await keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('returns por');
    await palette.getByRole('button', { name: /^Returns portal/ }).click();
    await expect(window.getByRole('button', { name: 'Create canvas' })).toBeVisible();
  });

  await test.step('the palette finds a collection by its title without diacritics', async () => {
    await client.collections.create({ title: 'Zürich branch' });
    await syncNow(app);
    await expect(window.getByRole('treeitem', { name: /^Zürich branch/ })).toBeVisible();
    await keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('zurich');
    await palette.getByRole('button', { name: 'Zürich branch', exact: true }).click();
    await expect(window.getByRole('heading', { name: 'Overview of Zürich branch' })).toBeVisible();
  });
  await database.destroy();
});
