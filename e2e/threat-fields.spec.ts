import type { Locator } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { canvas, node } from './canvas.ts';
import { violationsIn } from './violations.ts';

const inspector = ({ window }: App): Locator =>
  window.getByRole('complementary', { name: 'Inspector' });

const openThreat = async (app: App, element: string, title: RegExp): Promise<void> => {
  await node(app, element).click({ position: { x: 6, y: 6 } });
  const row = inspector(app).getByRole('button', { name: title, expanded: false });
  await row.click();
  await expect(inspector(app).getByRole('textbox', { name: 'Threat title' })).toBeVisible();
};

/** Chooses a value of a list, such as the status. */
const choose = async (app: App, list: string, value: string): Promise<void> => {
  await inspector(app).getByRole('combobox', { name: list }).click();
  await inspector(app).getByRole('option', { name: value }).click();
};

test('categories, references, and the reason for accepting a threat are edited and kept', async ({
  start,
}) => {
  const app = await start();
  await openThreat(app, 'API, Process', /Orders of other customers/);
  const panel = inspector(app);
  await expect(panel.getByRole('button', { name: 'Remove Information disclosure' })).toBeVisible();
  const cwe = panel.getByRole('link', { name: 'CWE-639' });
  await expect(cwe).toHaveAttribute('href', 'https://cwe.mitre.org/data/definitions/639.html');

  const categories = panel.getByRole('combobox', { name: 'Categories' });
  await categories.click();
  await expect(panel.getByRole('option').first()).toBeVisible();
  await expect(categories).toHaveAttribute('aria-expanded', 'true');
  expect(await violationsIn(app.window)).toEqual([]);
  await categories.fill('linking');
  await panel.getByRole('option', { name: 'Linking' }).click();
  await expect(panel.getByRole('button', { name: 'Remove Linking' })).toBeVisible();
  const references = panel.getByRole('combobox', { name: 'References' });
  await references.fill('T1190');
  await references.press('Enter');
  await expect(panel.getByRole('link', { name: 'T1190' })).toBeVisible();
  await panel.getByRole('button', { name: 'Remove CWE-639' }).click();
  await expect(cwe).toBeHidden();
  await canvas(app).press('Control+z');
  await expect(cwe).toBeVisible();

  await test.step('accepting a threat asks for the reason, the person, and the end date', async () => {
    await choose(app, 'Status', 'Accepted');
    const acceptance = panel.getByRole('group', { name: 'Acceptance' });
    await expect(acceptance).toContainText('Say why, who accepted it, and until when.');
    await acceptance
      .getByRole('textbox', { name: 'Reason for acceptance' })
      .fill('Replaced in May');
    await acceptance.getByRole('textbox', { name: 'Accepted by' }).fill('Kim');
    await acceptance.getByLabel('Accepted until').fill('2024-05-31');
    await acceptance.getByLabel('Accepted until').press('Enter');
    await expect(acceptance).toContainText('This acceptance has expired.');
    await expect(acceptance).not.toContainText('Say why');
  });
  await saved(app);
  await app.kill();

  const later = await start();
  await openThreat(later, 'API, Process', /Orders of other customers/);
  await expect(inspector(later).getByRole('link', { name: 'T1190' })).toBeVisible();
  await expect(inspector(later).getByRole('button', { name: 'Remove Linking' })).toBeVisible();
  const acceptance = inspector(later).getByRole('group', { name: 'Acceptance' });
  await expect(acceptance.getByRole('textbox', { name: 'Accepted by' })).toHaveValue('Kim');
  await expect(acceptance.getByLabel('Accepted until')).toHaveValue('2024-05-31');
});

test('a description is formatted, without dangerous HTML', async ({ start }) => {
  const app = await start();
  await openThreat(app, 'API, Process', /Orders of other customers/);
  const panel = inspector(app);
  await panel.getByRole('button', { name: 'Edit Threat description' }).press('Enter');
  const field = panel.getByRole('textbox', { name: 'Threat description' });
  await expect(field).toBeFocused();
  const text = [
    '**Bold** and `code`, see [the page](https://example.org/) or [this](javascript:alert(1)).',
    '',
    '- One',
    '- Two',
    '',
    '<p onclick="alert(1)">From <b>another</b> tool<img src="https://example.org/x.png"></p>',
  ].join('\n');
  await field.fill(text);
  await field.press('Control+Enter');
  await panel.getByRole('textbox', { name: 'Threat title' }).focus();
  await expect(panel.locator('strong', { hasText: 'Bold' })).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: /^Two$/ })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'the page' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'this' })).toHaveCount(0);
  await expect(panel.locator('p', { hasText: 'From another tool' })).toBeVisible();
  expect(await panel.locator('img, [onclick]').count()).toBe(0);

  // The panel shows the formatted text, but the stored text stays as it was written.
  await panel.getByRole('button', { name: 'Edit Threat description' }).press('Enter');
  await expect(field).toHaveValue(text);
});

test('a threat whose mitigations are done can be marked as mitigated', async ({ start }) => {
  const app = await start();
  await openThreat(app, 'API, Process', /The product import fetches/);
  const panel = inspector(app);
  const mark = panel.getByRole('button', { name: 'Mark mitigated' });
  const doneOptions = panel.getByRole('radio', { name: 'Done' });
  await expect(doneOptions).toHaveCount(2);
  await expect(mark).toBeHidden();
  for (const each of await doneOptions.all()) {
    await each.check({ force: true });
    await expect(each).toBeChecked();
  }
  await mark.click();
  await expect(mark).toBeHidden();
  await expect(
    panel.getByRole('button', { name: /Mitigated.*The product import fetches/ }),
  ).toBeVisible();
});
