import type { Locator } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { add, answer, canvas, node, openEmptyCanvas } from './canvas.ts';
import { addModel } from './sync.ts';

const injection = 'Input becomes part of a SQL statement';

const choose = async (panel: Locator, scope: string): Promise<void> => {
  await panel.getByText(scope, { exact: true }).click();
  await expect(panel.getByRole('radio', { name: scope, exact: true })).toBeChecked();
};

const openSuggestions = async (app: App) => {
  await expect(canvas(app)).toBeVisible();
  await app.window.keyboard.press('Control+Shift+U');
  const panel = app.window.getByRole('tabpanel', { name: /Suggestions/ });
  const row = panel.getByRole('treeitem', { name: new RegExp(injection) });
  return { panel, row, addAll: panel.getByRole('button', { name: /^Add [\d,]+ threats?$/ }) };
};

test('suggested threats are added in one step, and suggested again after undo', async ({
  start,
}) => {
  const app = await start();
  const inspector = app.window.getByRole('complementary', { name: 'Inspector' });
  await app.window.getByRole('group', { name: 'API, Process' }).first().click();
  await expect(inspector.getByRole('textbox', { name: 'Add threat' })).toBeVisible();
  const { panel, row, addAll } = await openSuggestions(app);
  await choose(panel, 'Selection');
  await expect(row).toContainText('sends “Queries” to “Shop database”');
  await expect(row).toHaveAttribute('aria-checked', 'true');

  await addAll.click();
  await expect(panel).toContainText('No suggestions');
  const threat = inspector.getByRole('button', { name: new RegExp(injection) }).first();
  await expect(threat).toBeVisible();
  await saved(app);

  await app.window.keyboard.press('Control+z');
  await expect(threat).toBeHidden();
  await expect(row).toBeVisible();
});

test('unselected suggestions are not added, and dismissed ones stay away', async ({ start }) => {
  const app = await start();
  const { panel, row, addAll } = await openSuggestions(app);
  await expect(addAll).toBeEnabled();
  const all = Number((await addAll.textContent())?.replaceAll(/\D/g, ''));
  await row.click();
  await expect(row).toHaveAttribute('aria-checked', 'false');
  await expect(addAll).toHaveText(`Add ${all - 1} threats`);

  await panel.getByRole('button', { name: `Dismiss “${injection}”` }).click();
  await app.window.getByRole('menuitem', { name: 'Not applicable here' }).click();
  await expect(row).toBeHidden();
  await expect(app.window.getByRole('tab', { name: `Suggestions ${all - 1}` })).toBeVisible();
  await saved(app);
  await app.kill();

  const laterApp = await start();
  const later = await openSuggestions(laterApp);
  await expect(later.addAll).toHaveText(`Add ${all - 1} threats`);
  await expect(later.row).toBeHidden();

  await later.panel.getByRole('switch', { name: 'Dismissed (1)' }).check({ force: true });
  const dismissed = later.panel.getByRole('list', { name: 'Dismissed suggestions' });
  await expect(dismissed.getByRole('listitem')).toContainText(/API.*Not applicable here/);
  await dismissed.getByRole('button', { name: `Suggest again: “${injection}” for API` }).click();
  await expect(later.panel).toContainText('Nothing dismissed');
  const dismissedSwitch = later.panel.getByRole('switch', { name: 'Dismissed (0)' });
  await dismissedSwitch.click({ force: true });
  await expect(dismissedSwitch).toBeHidden();
  await expect(later.row).toBeVisible();
  await expect(later.addAll).toHaveText(`Add ${all} threats`);
  await canvas(laterApp).focus();
  await laterApp.window.keyboard.press('Control+z');
  await expect(later.row).toBeHidden();
});

test('suggestions for the whole model are added and shown on every canvas', async ({ start }) => {
  const app = await start();
  const inspector = app.window.getByRole('complementary', { name: 'Inspector' });
  const { panel, row, addAll } = await openSuggestions(app);
  await expect(row).toBeVisible();
  const group = (name: RegExp) => panel.getByRole('treeitem', { name });
  await openEmptyCanvas(app);
  await expect(panel).toContainText('No suggestions');
  await add(app, 'p', 'LLM assistant', 300, 120);
  await expect(group(/^LLM assistant \d+$/)).toBeVisible();
  await expect(
    node(app, /^LLM assistant, Process/).getByTitle(/suggested threats?$/),
  ).toBeVisible();
  await expect(group(/^API/)).toBeHidden();
  await choose(panel, 'Model');
  await expect(group(/^API \d+ ?Checkout$/)).toBeVisible();

  await test.step('all of them are added from one canvas, also to flows of the other canvas', async () => {
    const all = (await addAll.textContent()) ?? '';
    await addAll.click();
    await expect(panel).toContainText('No suggestions');
    await saved(app);
    await canvas(app).focus();
    await app.window.keyboard.press('Control+z');
    await expect(addAll).toHaveText(all);
    await expect(row).toBeVisible();
  });

  await row.getByRole('button', { name: /^Show element/ }).click();
  await expect(inspector.getByRole('textbox', { name: 'Title' })).toHaveValue('API');
  await inspector.getByRole('button', { name: /^\d+ suggested threats$/ }).click();
  await expect(panel.getByRole('radio', { name: 'Selection' })).toBeChecked();
  await expect(group(/^API \d+$/)).toBeVisible();
  await expect(group(/^LLM assistant/)).toBeHidden();
});

test('security checks lead to elements, and “no threats” is recorded with a name and a time', async ({
  start,
}) => {
  const app = await start();
  const { keyboard } = app.window;
  const inspector = app.window.getByRole('complementary', { name: 'Inspector' });
  const panel = app.window.getByRole('tabpanel', { name: /Checks/ });
  const finding = (text: string) => panel.getByRole('treeitem', { name: new RegExp(text) });
  await expect(canvas(app)).toBeVisible();
  await keyboard.press('Control+Shift+M');
  await expect(finding('^Drawing')).toContainText('No problems');
  await expect(finding('^Security')).toContainText(/\d+ open threats/);

  await test.step('a flow across a boundary that is not encrypted', async () => {
    await keyboard.press('Control+p');
    await app.window.getByRole('textbox', { name: 'Go to element' }).fill('webhooks');
    await keyboard.press('Enter');
    await answer(app, 'Encrypted', 'No');
    await canvas(app).click({ position: { x: 400, y: 8 } });
    await finding('Webhooks crosses .* isn’t encrypted').click();
    await expect(inspector.getByRole('textbox', { name: 'Title' })).toHaveValue('Webhooks');
    await answer(app, 'Encrypted', 'Yes');
    await expect(finding('Webhooks crosses .* isn’t encrypted')).toBeHidden();
  });

  await test.step('an element that nobody has considered', async () => {
    await canvas(app).click({ position: { x: 400, y: 8 } });
    await keyboard.press('p');
    await keyboard.type('Mailer');
    await keyboard.press('Enter');
    const mailer = finding('Nobody has considered the threats of Mailer');
    await mailer.getByRole('button', { name: /^No threats here/ }).click();
    await expect(mailer).toBeHidden();
    await expect(inspector).toContainText(/No threats hereRecorded by \S+ now/);
    await canvas(app).focus();
    await keyboard.press('Control+z');
    await expect(mailer).toBeVisible();
    await inspector.getByRole('button', { name: 'No threats here' }).click();
    await expect(mailer).toBeHidden();
    await saved(app);
  });

  await app.kill();
  const later = await start();
  await expect(canvas(later)).toBeVisible();
  await node(later, /^Mailer, Process/).click();
  const again = later.window.getByRole('complementary', { name: 'Inspector' });
  await again.getByRole('button', { name: 'Consider again' }).click();
  await expect(again.getByRole('button', { name: 'No threats here' })).toBeVisible();
  await later.window.keyboard.press('Control+k');
  await later.window
    .getByRole('dialog', { name: 'Search' })
    .getByRole('textbox')
    .fill('No threats here');
  await later.window.keyboard.press('Enter');
  await expect(again.getByRole('button', { name: 'Consider again' })).toBeVisible();
});

test('suggestions use the words of the codex for a threat of the same title', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await window.getByRole('link', { name: 'Codex' }).click();
  const dialog = window.getByRole('dialog');
  await window.getByRole('tab', { name: 'Threats' }).click();
  await window.getByRole('button', { name: 'New threat' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill(injection);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Our own words');
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('low');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await window.getByRole('treeitem', { name: /^Web shop/ }).click();
  await node(app, 'API, Process').click({ position: { x: 6, y: 6 } });

  const { panel, row, addAll } = await openSuggestions(app);
  await choose(panel, 'Selection');
  // The list is sorted by priority. The codex has lowered the priority of this threat, so the threat is
  // last.
  await expect(panel.getByRole('treeitem').last()).toContainText(injection);
  await panel.getByRole('treeitem', { name: /^API/ }).click();
  await expect(addAll).toBeDisabled();
  await row.click();
  await addAll.click();
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: new RegExp(`Low.*${injection}`) }).click();
  await expect(inspector).toContainText('Our own words');
});

test('a model does not show the number of suggestions of the one before', async ({ start }) => {
  const app = await start();
  const button = app.window
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('button', { name: /suggested threats$/i });
  await expect(button).toHaveText(/^\d+ suggested threats$/);
  const before = await button.textContent();
  await addModel(app, 'Another');
  await add(app, 'p', 'Clock', 400, 300);
  await app.window.keyboard.press('Escape');
  // Does not wait for the expected text, because the next search for suggestions would correct a wrong
  // number.
  expect(await button.textContent()).not.toBe(before);
});
