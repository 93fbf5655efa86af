import { expect, saved, test } from './app.ts';
import { canvas } from './canvas.ts';
import { registerCount } from './register.ts';
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

test('threats are filtered, changed by keys, deleted together, and restored', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('link', { name: 'Threat register' }).click();
  const table = window.getByRole('grid', { name: 'Threat register' });
  const rows = table.getByRole('row');
  const status = registerCount(app);
  const first = rows.filter({ hasText: 'T-1' }).first();
  await expect(first).toBeVisible();
  await expect(status).toHaveText('24 threats');
  expect(await violationsIn(window)).toEqual([]);

  await test.step('filters leave the matching threats, and can be cleared', async () => {
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
    await keyboard.press('1');
    await saved(app);
  });

  await test.step('a key accepts the active threat and asks why', async () => {
    const voucher = rows.filter({ hasText: 'A voucher is used twice' });
    await expect(voucher.getByRole('combobox', { name: /^Status/ })).toHaveValue('open');
    await voucher.focus();
    await keyboard.press('a');
    const dialog = window.getByRole('dialog', { name: 'Accept with a reason' });
    await dialog.getByRole('textbox', { name: 'Reason for acceptance' }).fill('Vouchers are small');
    await dialog.getByRole('textbox', { name: 'Accepted by' }).fill('Olga');
    expect(await violationsIn(window)).toEqual([]);
    await keyboard.press('Enter');
    await expect(voucher.getByRole('combobox', { name: /^Status/ })).toHaveValue('accepted');
    await saved(app);
  });

  await test.step('selected threats are deleted, and restored in one step', async () => {
    await table.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(status.first()).toHaveText('24 threats selected');
    expect(await violationsIn(window)).toEqual([]);
    await window.getByRole('button', { name: 'Delete' }).click();
    await expect(window.getByRole('heading', { name: 'No threats yet' })).toBeVisible();
    await window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect(status).toHaveText('24 threats');
  });

  await test.step('rows are grouped, and lead to the canvas', async () => {
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
    const acceptance = inspector.getByRole('group', { name: 'Acceptance' });
    await expect(acceptance).toContainText('Vouchers are small');
    await expect(acceptance.getByRole('textbox', { name: 'Accepted by' })).toHaveValue('Olga');
  });
});

test('mitigations have a separate table, and threats are commented on and moved together', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('link', { name: 'Threat register' }).click();
  const main = window.getByRole('main');
  const dialog = window.getByRole('dialog');
  const threats = window.getByRole('grid', { name: 'Threat register' });
  const mitigations = window.getByRole('grid', { name: 'Mitigation register' });
  await expect(threats).toBeVisible();

  await test.step('the status of a mitigation is set by keys, and undone', async () => {
    await main.getByText('Mitigations', { exact: true }).click();
    await expect(mitigations).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Mitigation register' })).toBeVisible();
    await expect(registerCount(app)).toHaveText(/^\d+ mitigations$/);
    expect(await violationsIn(window)).toEqual([]);
    const first = mitigations.getByRole('row').nth(1);
    await first.getByRole('gridcell').nth(2).click();
    await first.focus();
    await keyboard.press('2');
    await expect(first.getByRole('combobox', { name: /^Status/ })).toHaveValue('will');
    await keyboard.press('1');
    await expect(first.getByRole('combobox', { name: /^Status/ })).toHaveValue('done');
    await saved(app);
    await main.getByRole('button', { name: 'Status' }).first().click();
    await window.getByRole('menuitemcheckbox', { name: 'Done' }).click();
    await keyboard.press('Escape');
    await expect(registerCount(app)).toHaveText(/^\d+ of \d+ mitigations$/);
  });

  await test.step('a comment is added to all selected threats', async () => {
    await main.getByText('Threats', { exact: true }).click();
    await expect(registerCount(app)).toHaveText('24 threats');
    await threats.getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
    await threats.getByRole('row').nth(1).focus();
    await keyboard.press('Shift+ArrowDown');
    await expect(registerCount(app)).toHaveText('2 threats selected');
    await main.getByRole('button', { name: 'Comment…' }).click();
    await dialog.getByRole('textbox').fill('Seen by both of us');
    await keyboard.press('Enter');
    await expect(window.getByText('Changed 2 threats')).toBeVisible();
  });

  await test.step('selected threats move to another component, and keep their numbers', async () => {
    // Returns the numbers of all threats in the register. The service assigns these numbers.
    const numbers = async (): Promise<string[]> =>
      (await threats.getByRole('gridcell', { name: /^T-\d+$/ }).allTextContents()).toSorted();
    const before = await numbers();
    expect(before.length).toBeGreaterThan(9);
    await main.getByRole('button', { name: 'Move…' }).click();
    expect(await violationsIn(window)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'To component' }).fill('Order worker');
    await window
      .getByRole('option', { name: /^Order worker/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(registerCount(app)).toHaveText('24 threats');
    await saved(app);
    await expect(window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
    await expect.poll(numbers).toEqual(before);
    await window.getByRole('searchbox', { name: 'Filter threats' }).fill('Seen by both');
    await expect(registerCount(app)).toHaveText(/of 24 threats/);
  });
});

test('a mitigation opens its threat, and a question names the selected threat', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('link', { name: 'Threat register' }).click();
  const main = window.getByRole('main');
  const threats = window.getByRole('grid', { name: 'Threat register' });
  await threats.getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
  await threats.getByRole('row').nth(1).focus();
  await keyboard.press('Space');
  await expect(registerCount(app)).toHaveText('1 threat selected');
  await keyboard.press('ArrowDown');
  await keyboard.press('c');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText('1 threat selected')).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Escape');

  await main.getByText('Mitigations', { exact: true }).click();
  const first = window.getByRole('grid', { name: 'Mitigation register' }).getByRole('row').nth(1);
  await first.getByRole('gridcell').nth(2).click();
  await first.focus();
  await keyboard.press('Enter');
  await expect(canvas(app)).toBeVisible();
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('button', { expanded: true, name: /open/i })).toBeVisible();
});

test('counts open the register with their filter, and the selection follows the canvas', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const main = window.getByRole('main');
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  const table = window.getByRole('grid', { name: 'Threat register' });
  await expect(canvas(app)).toBeVisible();

  await test.step('from the summary of a canvas', async () => {
    await inspector
      .getByRole('button', { name: /open threats?$/ })
      .first()
      .click();
    await expect(table).toBeVisible();
    await expect(table.getByRole('row').nth(1)).toContainText(/Critical|High/);
    await window.getByRole('button', { name: 'Clear filters' }).first().click();
  });

  await test.step('selecting an element makes its first threat the active one', async () => {
    await window.getByRole('group', { name: 'Shop database, Data store' }).first().click();
    const active = table.locator('[role=row][tabindex="0"]');
    await expect(active).toContainText('Shop database');
    await active.getByRole('combobox', { name: /^Status/ }).focus();
    await window.keyboard.press('Escape');
    await expect(active).toBeFocused();
  });

  await test.step('from the overview of the model', async () => {
    await inspector.getByRole('textbox', { name: 'Add threat' }).fill('Without a category');
    await window.keyboard.press('Enter');
    await saved(app);
    await window.keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('Overview of');
    await palette.getByRole('button', { name: 'Overview of this model' }).click();
    await expect(window.getByRole('heading', { name: 'Overview of Web shop' })).toBeVisible();
    await expect(main.getByText('13 of 25 threats open')).toBeVisible();
    const priorities = main.getByRole('table', { name: 'Open threats by priority: table' });
    await expect(priorities).toBeVisible();
    expect(await violationsIn(window)).toEqual([]);
    const row = priorities.getByRole('row').filter({ hasText: 'Medium' });
    const count = (await row.getByRole('cell').textContent()) ?? '';
    await row.getByRole('button').click();
    await expect(registerCount(app)).toHaveText(`${count} of 25 threats`);
  });

  await test.step('from the row of threats without a category', async () => {
    await window.keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('Overview of');
    await palette.getByRole('button', { name: 'Overview of this model' }).click();
    const categories = main.getByRole('table', { name: 'Open threats by category: table' });
    await categories.getByRole('button', { name: 'None', exact: true }).click();
    await expect(registerCount(app)).toHaveText('1 of 25 threats');
    await expect(table.getByRole('row').nth(1)).toContainText('Without a category');
  });

  await test.step('from the home page', async () => {
    await window.getByRole('link', { name: 'Home' }).click();
    expect(await violationsIn(window)).toEqual([]);
    const high = main.getByRole('button', { name: /open, High priority: Web shop$/ });
    const count = (await high.textContent()) ?? '';
    await high.click();
    await expect(registerCount(app)).toHaveText(`${count} of 25 threats`);
  });
});
