import type { Locator } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { answer, canvas, node } from './canvas.ts';

const inspector = ({ window }: App): Locator =>
  window.getByRole('complementary', { name: 'Inspector' });

const select = async (app: App, name: string): Promise<void> => {
  await node(app, name).click({ position: { x: 6, y: 6 } });
  await expect(inspector(app).getByRole('group', { name: 'Security', exact: true })).toBeVisible();
};

const chosen = (app: App, property: string, value: string): Locator =>
  inspector(app)
    .getByRole('radiogroup', { name: property, exact: true })
    .getByRole('radio', { name: value, exact: true });

const countOf = async (rows: Locator): Promise<number> => {
  await expect(rows.first()).toBeVisible();
  return await rows.count();
};

test('security properties are edited, undone, and kept', async ({ start }) => {
  const app = await start();
  const rows = inspector(app)
    .getByRole('list', { name: 'Components, by highest open threat' })
    .getByRole('listitem');
  // Every row has an icon. A row without threats has the icon of its kind.
  await expect(rows.filter({ has: app.window.locator('svg') })).toHaveCount(await countOf(rows));
  await select(app, 'Shop database, Data store');
  const section = inspector(app).getByRole('group', { name: 'Security', exact: true });
  await expect(section).toContainText('0 of 7 known');
  const technology = section.getByRole('combobox', { name: 'Technology' });
  await technology.fill('PostgreSQL 18');
  await expect(technology).toHaveAttribute('aria-expanded', 'false');
  await app.window.keyboard.press('Enter');
  await answer(app, 'Encrypted at rest', 'No');
  await answer(app, 'Holds credentials', 'Yes');
  await expect(section).toContainText('3 of 7 known');
  await canvas(app).press('Control+z');
  await expect(chosen(app, 'Holds credentials', 'Unknown')).toBeChecked();
  await saved(app);
  await app.kill();

  const later = await start();
  await select(later, 'Shop database, Data store');
  await expect(chosen(later, 'Encrypted at rest', 'No')).toBeChecked();
  await expect(inspector(later).getByRole('combobox', { name: 'Technology' })).toHaveValue(
    'PostgreSQL 18',
  );
});

test('several elements are edited at once, and differing values are shown', async ({ start }) => {
  const app = await start();
  await select(app, 'API, Process');
  await answer(app, 'Logged', 'Yes');
  await node(app, 'Shop database, Data store').click({
    modifiers: ['Shift'],
    position: { x: 6, y: 6 },
  });
  await expect(inspector(app)).toContainText('2 elements');
  const mixed = inspector(app).getByRole('radiogroup', { name: 'Logged, Mixed' });
  await expect(mixed).toBeVisible();
  await mixed.getByText('No', { exact: true }).click();
  await expect(chosen(app, 'Logged', 'No')).toBeChecked();
  await select(app, 'API, Process');
  await expect(chosen(app, 'Logged', 'No')).toBeChecked();
  await canvas(app).press('Control+z');
  await expect(chosen(app, 'Logged', 'Yes')).toBeChecked();
});

test('the trust level of a boundary comes from the file and is edited', async ({ start }) => {
  const app = await start();
  await select(app, 'Private network, Trust boundary');
  const level = inspector(app).getByRole('combobox', { name: 'Trust level' });
  await expect(level).toHaveValue('80');
  await level.fill('900');
  await level.press('Enter');
  await level.press('Tab');
  await expect(level).toHaveValue('80');
  await level.fill('65');
  await level.press('Enter');
  await canvas(app).press('Control+z');
  await expect(level).toHaveValue('80');
});

test('attributes are found by product names, and shown on the element', async ({ start }) => {
  const app = await start();
  await select(app, 'Shop database, Data store');
  await node(app, 'Order queue, Data store').click({
    modifiers: ['Shift'],
    position: { x: 6, y: 6 },
  });
  const field = inspector(app).getByRole('combobox', { name: 'Attributes' });
  await field.fill('S3');
  await inspector(app).getByRole('option', { name: 'Object storage' }).click();
  await expect(inspector(app).getByRole('button', { name: 'Remove Object storage' })).toBeVisible();
  await field.fill('Our own word');
  await field.press('Enter');
  await expect(inspector(app).getByRole('button', { name: 'Remove Our own word' })).toBeVisible();
  await select(app, 'Shop database, Data store');
  await expect(inspector(app).getByRole('button', { name: 'Remove Object storage' })).toBeVisible();
  await app.window.keyboard.press('Control+k');
  await app.window.keyboard.type('Zoom to 100%');
  await app.window.keyboard.press('Enter');
  const tag = node(app, 'Shop database, Data store').getByText('Object storage');
  await expect(tag).toBeVisible();
  await app.window.keyboard.press('Control+k');
  await app.window.keyboard.type('Show attributes on elements');
  await app.window.keyboard.press('Enter');
  await expect(tag).toBeHidden();
});

test('elements change their kind and keep everything else', async ({ start }) => {
  const app = await start();
  await select(app, 'API, Process');
  await answer(app, 'Logged', 'Yes');
  await inspector(app).getByRole('button', { name: 'Process: change kind' }).click();
  await app.window.getByRole('menuitem', { name: 'Data store' }).click();
  await expect(node(app, 'API, Data store')).toBeVisible();
  await expect(chosen(app, 'Logged', 'Yes')).toBeChecked();
  await expect(inspector(app).getByText('4 of 6 open')).toBeVisible();
  await canvas(app).press('Control+z');
  await expect(node(app, 'API, Process')).toBeVisible();

  await select(app, 'API, Process');
  await node(app, 'Web app, Process').click({ modifiers: ['Shift'], position: { x: 6, y: 6 } });
  await inspector(app).getByRole('button', { name: 'External entity' }).click();
  await expect(node(app, 'API, External entity')).toBeVisible();
  await expect(node(app, 'Web app, External entity')).toBeVisible();
  await canvas(app).press('Control+z');
  await expect(node(app, 'API, Process')).toBeVisible();
  await expect(node(app, 'Web app, Process')).toBeVisible();
});
