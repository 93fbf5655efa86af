import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { newRecordValues } from '#shared/records/record-values.ts';
import { createStore } from '../electron/store/store.ts';
import { expect, saved, test, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { holdThread } from './desktop-thread.ts';
import { answerSaveDialog } from './files.ts';
import { registerCount } from './register.ts';
import { expectAccessible, violationsIn } from './violations.ts';

const openRegister = async (app: App) => {
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('link', { name: 'Threat register' }).click();
  await expect(registerCount(app)).toHaveText('24 threats');
  const table = window.getByRole('grid', { name: 'Threat register' });
  return { table, active: table.locator('[role=row][tabindex="0"]') };
};

test('the table is sorted by several columns, rearranged, saved as a view, and exported', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { application, window } = app;
  const main = window.getByRole('main');
  const { table } = await openRegister(app);
  const head = (name: string) => table.getByRole('columnheader', { name, exact: true });
  const sortBy = async (name: string, ...modifiers: 'Shift'[]): Promise<void> =>
    await head(name).getByRole('button').click({ modifiers });
  /**
   * Returns the texts of a column in the first six rows. The column with the checkboxes has the index 1.
   */
  const column = async (index: number): Promise<string[]> =>
    (
      await table.getByRole('row').locator(`[role=gridcell]:nth-child(${index})`).allTextContents()
    ).slice(0, 6);

  await test.step('a click sorts by one column, and Shift adds another one', async () => {
    await sortBy('Component');
    await expect(head('Component')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head('Priority')).toHaveAttribute('aria-sort', 'none');
    await sortBy('Priority', 'Shift');
    await expect(head('Priority')).toHaveAttribute('aria-sort', 'descending');
    await expect
      .poll(async () => await column(6))
      .toEqual(['API', 'API', 'API', 'API', 'API', 'API']);
    // The first row is left out, because it is active, so its cell contains all choices.
    await expect.poll(async () => (await column(4)).slice(1, 3)).toEqual(['High', 'High']);
    await sortBy('Component', 'Shift');
    await expect(head('Component')).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => (await column(6))[0]).toBe('Webhooks');
  });

  await test.step('a column is moved by dragging its name', async () => {
    await head('Status')
      .getByRole('button')
      .dragTo(head('Title').getByRole('button'), { targetPosition: { x: 4, y: 8 } });
    await expect(table.getByRole('columnheader').nth(2)).toHaveText('Status');
    expect(await violationsIn(window)).toEqual([]);
  });

  await test.step('a view remembers the filter and the order', async () => {
    await window.getByRole('searchbox', { name: 'Filter threats' }).fill('shop database');
    await expect(registerCount(app)).toHaveText('3 of 24 threats');
    await main.getByRole('button', { name: 'Views' }).click();
    await window.getByRole('menuitem', { name: 'Save view…' }).click();
    await window.keyboard.type('Database');
    await window.keyboard.press('Enter');
    await window.getByRole('button', { name: 'Clear filters' }).click();
    await sortBy('ID');
    await expect(registerCount(app)).toHaveText('24 threats');
    await main.getByRole('button', { name: 'Views' }).click();
    await window.getByRole('menuitem', { name: 'Database', exact: true }).click();
    await expect(registerCount(app)).toHaveText('3 of 24 threats');
    await expect(head('Priority')).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('every field can be a filter', async () => {
    await window.getByRole('button', { name: 'Clear filters' }).click();
    await main.getByRole('button', { name: 'More' }).click();
    await window.getByRole('menuitem', { name: 'Component' }).hover();
    await window.getByRole('menuitemcheckbox', { name: 'Browser' }).click();
    await expect(registerCount(app)).toHaveText('2 of 24 threats');
    await window.getByRole('menuitem', { name: 'Likelihood' }).hover();
    await window.getByRole('menuitemcheckbox', { name: 'High' }).click();
    await expect(registerCount(app)).toHaveText('0 of 24 threats');
    await window.getByRole('menuitemcheckbox', { name: 'None' }).click();
    await expect(registerCount(app)).toHaveText('2 of 24 threats');
    await expect(main.getByRole('button', { name: 'More (3)' })).toBeVisible();
    await expectAccessible(window, 'more filters of the register');
    await expect(window.getByRole('menuitemcheckbox', { name: 'High' })).toBeVisible();
    await window.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Views' }).click();
    await window.getByRole('menuitem', { name: 'Database', exact: true }).click();
    await expect(registerCount(app)).toHaveText('3 of 24 threats');
  });

  await test.step('a file and the clipboard get the words that the table shows', async () => {
    const path = join(profile, 'threats.csv');
    await answerSaveDialog(application, path);
    await main.getByRole('button', { name: 'Views' }).click();
    await window.getByRole('menuitem', { name: 'Export CSV…' }).click();
    await expect.poll(() => readFileSync(path, { encoding: 'utf8', flag: 'a+' })).not.toBe('');
    const [names, first] = readFileSync(path, 'utf8').split('\r\n');
    expect(names).toContain('ID,Status,Title,Priority,Component');
    expect(first).toMatch(/^T-\d+,(Open|Mitigated),.*,High,Shop database,/);
    const sameTable = readFileSync(path, 'utf8');
    rmSync(path);
    await window.keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('csv');
    await palette.getByRole('button', { name: 'Export: Register (CSV)…' }).click();
    await expect.poll(() => readFileSync(path, { encoding: 'utf8', flag: 'a+' })).toBe(sameTable);
    await main.getByRole('button', { name: 'Views' }).click();
    await window.getByRole('menuitem', { name: 'Copy table' }).click();
    await expect
      .poll(async () => await application.evaluate(({ clipboard }) => clipboard.readText()))
      .toMatch(/\nT-\d+\t(Open|Mitigated)\t.*\tHigh\tShop database\t/);
  });
});

test('a changed threat is undone on the page, and a selection ends with its table', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  const { table, active } = await openRegister(app);
  const status = active.getByRole('combobox', { name: /^Status/ });

  await test.step('Ctrl+Z reverts a change by a key, and stays on the page', async () => {
    await table.getByRole('row').nth(2).getByRole('gridcell').nth(2).click();
    await expect(status).toHaveValue('open');
    await keyboard.press('3');
    await expect(status).toHaveValue('accepted');
    await keyboard.press('Control+z');
    await expect(status).toHaveValue('open');
    await expect(active).toBeFocused();
    await keyboard.press('Control+Shift+z');
    await expect(status).toHaveValue('accepted');
    await saved(app);
  });

  await test.step('Esc leaves the field of a cell, and the keys work again', async () => {
    await status.focus();
    await keyboard.press('Escape');
    await expect(active).toBeFocused();
    await keyboard.press('2');
    await expect(status).toHaveValue('mitigated');
  });

  await test.step('categories are edited below their cell, by keyboard and by mouse', async () => {
    const cell = active.getByRole('button', { name: /^Categories of/ });
    const panel = window.getByRole('dialog', { name: /^Categories of/ });
    const field = panel.getByRole('combobox', { name: 'Categories' });
    await cell.focus();
    await keyboard.press('Enter');
    await expect(field).toBeFocused();
    await keyboard.type('Fraud');
    await keyboard.press('Enter');
    await keyboard.type('Billing');
    await keyboard.press('Enter');
    await expect(cell).toContainText('Fraud, Billing');
    await panel.getByRole('button', { name: 'Remove Fraud' }).focus();
    await expect(panel.getByRole('listbox')).toBeHidden();
    expect(await violationsIn(window)).toEqual([]);
    await keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(cell).toBeFocused();
    await keyboard.press('Escape');
    await expect(active).toBeFocused();
    await cell.click();
    await panel.getByRole('button', { name: 'Remove Fraud' }).click();
    await expect(cell).not.toContainText('Fraud');
    await expect(cell).toContainText('Billing');
    await cell.click();
    await expect(panel).toBeHidden();
    await saved(app);
  });

  await test.step('the register of a model does not begin with the selection of another', async () => {
    await table.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(registerCount(app)).toHaveText('24 threats selected');
    await window.getByRole('treeitem', { name: /^Web shop/ }).click();
    await expect(canvas(app)).toBeVisible();
    await keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('Threats of this model');
    await palette.getByRole('button', { name: 'Threats of this model' }).first().click();
    await expect(window.getByRole('heading', { name: 'Threats of Web shop' })).toBeVisible();
    await expect(registerCount(app)).toHaveText('24 threats');
  });

  await test.step('the keys work at once, and after a button has deleted threats', async () => {
    await expect(active).toBeFocused();
    await keyboard.press('j');
    await keyboard.press(' ');
    await window.getByRole('main').getByRole('button', { name: 'Delete' }).click();
    await expect(registerCount(app)).toHaveText('23 threats');
    await expect(active).toBeFocused();
    await keyboard.press('Control+z');
    await expect(registerCount(app)).toHaveText('24 threats');
  });
});

test('thousands of threats are exported, and too many are not changed by a key', async ({
  start,
  profile,
}) => {
  const count = 5200;
  const store = createStore({ path: join(profile, 'this-computer.db') });
  const put = (kind: RecordKind, id: string, parentId: string | null, title: string): void => {
    const local = newRecordValues(kind, { title }, '2026-11-22T12:00:00.000Z');
    store.records.put({ kind, id, parentId, local, base: null, etag: null });
  };
  store.take(() => {
    put('collection', 'bank', null, 'Bank');
    put('threatModel', 'loans', 'bank', 'Loans');
    put('canvas', 'branch', 'loans', 'Branch');
    put('component', 'desk', 'branch', 'Desk');
    for (let at = 0; at < count; at += 1) put('threat', `threat-${at}`, 'desk', `Threat ${at}`);
  });
  store.close();
  const app = await start();
  const { application, window } = app;
  await window.getByRole('link', { name: 'Threat register' }).click();
  await expect(registerCount(app)).toHaveText('5,224 threats');

  const path = join(profile, 'threats.csv');
  await answerSaveDialog(application, path);
  await window.getByRole('main').getByRole('button', { name: 'Views' }).click();
  await window.getByRole('menuitem', { name: 'Export CSV…' }).click();
  await expect
    .poll(() => readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\r\n').length)
    .toBe(count + 24 + 2);

  await window.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
  await window.keyboard.press('Control+a');
  await expect(registerCount(app)).toHaveText('5,224 threats selected');
  await window.keyboard.press('3');
  const refused = window.getByRole('alert').getByText(/^Select at most 5,000/);
  await expect(refused).toBeVisible();
  await window.keyboard.press('Delete');
  await expect(refused).toHaveCount(2);
  await expect(registerCount(app)).toHaveText('5,224 threats selected');

  await test.step('keys count while the row that they change is still being read', async () => {
    const { keyboard } = window;
    const last = window.getByRole('grid').getByRole('row').last();
    await keyboard.press('Escape');
    const release = await holdThread(app);
    await keyboard.press('End');
    await expect(last).toHaveAttribute('aria-busy', 'true');
    await keyboard.press('3');
    await keyboard.press('c');
    await keyboard.type('Looked at');
    await keyboard.press('Enter');
    release();
    await expect(last.getByRole('combobox', { name: /^Status/ })).toHaveValue('accepted');
    await keyboard.press('Enter');
    await expect(window.getByText('Looked at')).toBeVisible();
  });
});
