import { expect, saved, test } from './app.ts';
import { canvas } from './canvas.ts';
import { violationsIn } from './violations.ts';

test('the palette finds threats, mitigations, and drawn elements in all models', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  const palette = window.getByRole('dialog', { name: 'Search' });
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('group', { name: 'API, Process' }).first().click();
  await inspector.getByRole('textbox', { name: 'Add threat' }).fill('Ünlocked "door" NEAR(');
  await window.keyboard.press('Enter');
  await saved(app);
  await window.getByRole('link', { name: 'Home' }).click();
  await expect(window.getByRole('heading', { name: 'Threat models' })).toBeVisible();

  await window.keyboard.press('Control+k');
  await palette.getByRole('textbox').fill('locked "door" near(');
  const entry = palette.getByRole('button', { name: /Ünlocked/ });
  await expect(entry).toContainText('Web shop');
  expect(await violationsIn(window)).toEqual([]);
  await window.keyboard.press('Enter');
  const threat = inspector.getByRole('button', { name: /Ünlocked/ });
  await expect(threat).toHaveAttribute('aria-expanded', 'true');
  await expect(window.getByRole('group', { name: 'API, Process' }).first()).toBeFocused();

  await window.keyboard.press('Control+k');
  await palette.getByRole('textbox').fill('"*^()'.repeat(2000));
  await expect(palette).toContainText('No results');
  await palette.getByRole('textbox').fill('queries');
  await palette.getByRole('button', { name: /^Queries/ }).click();
  await expect(inspector.getByRole('heading', { name: 'Data flow' })).toBeVisible();
});

test('threats are filtered, changed by keys, deleted together, and come back', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('link', { name: 'Threat register' }).click();
  const table = window.getByRole('grid', { name: 'Threat register' });
  const rows = table.getByRole('row');
  const status = window.getByRole('main').getByRole('status');
  const first = rows.filter({ hasText: 'T-1' }).first();
  await expect(first).toBeVisible();
  await expect(status).toHaveText('24 threats');
  expect(await violationsIn(window)).toEqual([]);

  await test.step('filters leave the threats that match, and can be cleared', async () => {
    await window.getByRole('button', { name: 'Status' }).first().click();
    await window.getByRole('menuitemcheckbox', { name: 'Open' }).click();
    await expect(status).toHaveText('12 of 24 threats');
    await keyboard.press('Escape');
    await window.getByRole('searchbox', { name: 'Filter threats' }).fill('redeemed voucher many');
    await expect(status).toHaveText('1 of 24 threats');
    await window.getByRole('searchbox', { name: 'Filter threats' }).fill('xyzzy');
    await expect(window.getByRole('heading', { name: 'No threats match' })).toBeVisible();
    await window.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(status).toHaveText('24 threats');
  });

  await test.step('keys change the status and the priority of the active threat', async () => {
    const voucher = rows.filter({ hasText: 'One voucher is redeemed' });
    await voucher.getByText('One voucher is redeemed').click();
    await expect(voucher.getByRole('combobox', { name: /^Status/ })).toHaveValue('open');
    await voucher.focus();
    await keyboard.press('3');
    await expect(voucher.getByRole('combobox', { name: /^Status/ })).toHaveValue('accepted');
    await keyboard.press('p');
    await expect(voucher.getByRole('combobox', { name: /^Priority/ })).toHaveValue('high');
    await keyboard.press('e');
    await window.getByRole('dialog').getByRole('textbox').fill('A voucher is used twice');
    await keyboard.press('Enter');
    await expect(rows.filter({ hasText: 'A voucher is used twice' })).toBeVisible();
    await saved(app);
  });

  await test.step('selected threats are deleted and come back in one step', async () => {
    await table.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(status.first()).toHaveText('24 threats selected');
    expect(await violationsIn(window)).toEqual([]);
    await window.getByRole('button', { name: 'Delete' }).click();
    await expect(window.getByRole('heading', { name: 'No threats yet' })).toBeVisible();
    await window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect(status).toHaveText('24 threats');
  });

  await test.step('groups, and the way to the canvas', async () => {
    await window.getByRole('combobox', { name: 'Group by' }).selectOption('component');
    await expect(table.getByRole('button', { name: /^API/ })).toBeVisible();
    await table.getByRole('button', { name: /^API/ }).click();
    await expect(rows.filter({ hasText: 'A voucher is used twice' })).toBeHidden();
    await table.getByRole('button', { name: /^API/ }).click();
    const voucher = rows.filter({ hasText: 'A voucher is used twice' });
    await voucher.getByText('A voucher is used twice').click();
    await voucher.focus();
    await keyboard.press('Enter');
    const inspector = window.getByRole('complementary', { name: 'Inspector' });
    const threat = inspector.getByRole('button', { name: /A voucher is used twice/ });
    await expect(threat).toHaveAttribute('aria-expanded', 'true');
  });
});
