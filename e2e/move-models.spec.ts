import { expect, test, type App } from './app.ts';

const tree = ({ window }: App) =>
  window.getByRole('tree', { name: 'Collections and threat models' });
const item = (app: App, name: RegExp) => tree(app).getByRole('treeitem', { name });

/** Returns the titles of the tree's rows, from top to bottom, without counts. */
const rows = async (app: App): Promise<string[]> =>
  await tree(app).getByRole('treeitem').locator('[dir=auto]').allTextContents();

const undoLast = async ({ window }: App): Promise<void> =>
  await window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();

const withArchive = async (app: App): Promise<void> => {
  await expect(item(app, /^Web shop/)).toBeVisible();
  await app.window.getByRole('button', { name: 'New collection…' }).click();
  await app.window.getByRole('textbox', { name: 'Title' }).fill('Archive');
  await app.window.keyboard.press('Enter');
  await expect(item(app, /^Archive/)).toBeVisible();
};

test('a threat model is duplicated and moved, and its open canvas stays open', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await withArchive(app);
  const elements = window.getByRole('group', { name: /, Process$/ });
  const count = await elements.count();

  await item(app, /^Web shop/).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(item(app, /^Copy of Web shop/)).toBeVisible();
  await expect
    .poll(() => rows(app))
    .toEqual(['Examples', 'Web shop', 'Copy of Web shop', 'Archive']);
  await undoLast(app);
  await expect(item(app, /^Copy of Web shop/)).toBeHidden();

  await item(app, /^Web shop/).dragTo(item(app, /^Archive/));
  await expect.poll(() => rows(app)).toEqual(['Examples', 'Archive', 'Web shop']);
  const breadcrumb = window.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb).toContainText('Archive');
  await expect(elements).toHaveCount(count);
  await undoLast(app);
  await expect.poll(() => rows(app)).toEqual(['Examples', 'Web shop', 'Archive']);
  await expect(breadcrumb).toContainText('Examples');
  await expect(elements).toHaveCount(count);

  await window.keyboard.press('Control+k');
  const dialog = window.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('textbox').fill('Move to collection');
  await window.keyboard.press('Enter');
  await window.getByRole('textbox', { name: 'Move 1 threat model' }).fill('Arch');
  await window.keyboard.press('Enter');
  await expect.poll(() => rows(app)).toEqual(['Examples', 'Archive', 'Web shop']);
  await expect(elements).toHaveCount(count);
});

test('several threat models are moved, and moved back in one step', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await withArchive(app);
  await item(app, /^Web shop/).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(item(app, /^Copy of Web shop/)).toBeVisible();
  await window.getByRole('link', { name: 'Home' }).click();

  const bar = window.getByRole('region', { name: 'Selected threat models' });
  await expect(bar).toContainText('1 selected');
  await window.getByRole('checkbox', { name: 'Select Web shop' }).check();
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Move to collection…' }).click();
  await window.getByRole('textbox', { name: 'Move 2 threat models' }).fill('Arch');
  await window.keyboard.press('Enter');
  await expect
    .poll(() => rows(app))
    .toEqual(['Examples', 'Archive', 'Web shop', 'Copy of Web shop']);
  await undoLast(app);
  await expect
    .poll(() => rows(app))
    .toEqual(['Examples', 'Web shop', 'Copy of Web shop', 'Archive']);

  const table = window.getByRole('table');
  // By the time of their last change, a sync could still change the order of the models.
  await window.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name' });
  await table.getByText('Copy of Web shop').click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toContainText('1 selected');
  await table
    .getByRole('row')
    .filter({ hasText: 'Copy of Web shop' })
    .dragTo(table.getByRole('rowheader', { name: /^Archive/ }));
  await expect
    .poll(() => rows(app))
    .toEqual(['Examples', 'Web shop', 'Archive', 'Copy of Web shop']);
});

test('the tree selects several models by keys, and a new model is created where the focus is', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await withArchive(app);
  await item(app, /^Web shop/).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(item(app, /^Copy of Web shop/)).toHaveAttribute('aria-selected', 'true');
  await item(app, /^Web shop/).focus();
  await window.keyboard.press('Escape');
  await window.keyboard.press('Shift+ArrowDown');
  await expect(item(app, /^Copy of Web shop/)).toBeFocused();
  await expect(tree(app).locator('[aria-selected=true]')).toHaveCount(2);
  await window.keyboard.press('Delete');
  await expect.poll(() => rows(app)).toEqual(['Examples', 'Archive']);
  await undoLast(app);
  await expect
    .poll(() => rows(app))
    .toEqual(['Examples', 'Web shop', 'Copy of Web shop', 'Archive']);

  await item(app, /^Archive/).focus();
  await window.keyboard.press('Control+n');
  const collection = window
    .getByRole('dialog', { name: 'New threat model' })
    .getByRole('combobox', { name: 'Collection' });
  await expect(collection.locator('option:checked')).toHaveText('Archive');
});
