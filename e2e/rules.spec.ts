import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { answerSaveDialog } from './files.ts';
import { violationsIn } from './violations.ts';

const openRules = async ({ window }: App): Promise<void> => {
  await window.getByRole('link', { name: 'Codex' }).click();
  await window.getByRole('tab', { name: 'Rules' }).click();
};

const threat = 'A cashier refunds to a card of their own';

test('an own rule is written, tried on the open model, used, and switched off', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await openRules(app);
  await expect(window.getByRole('heading', { name: 'No rules of your own yet' })).toBeVisible();
  await expect(window.getByRole('list', { name: /rules of the default library/ })).toBeVisible();
  expect(await violationsIn(app.window)).toEqual([]);

  await window.getByRole('button', { name: 'New rule' }).click();
  const dialog = window.getByRole('dialog', { name: 'New rule' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Refunds');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  const added = dialog.getByRole('combobox', { name: 'Condition', exact: true }).last();
  await expect(dialog.getByText('Fill in the conditions')).toBeVisible();
  await added.selectOption('outgoing');
  await dialog.getByRole('combobox', { name: 'Threat' }).fill(threat);
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toHaveText(/^\d+ suggestions? for “Web shop”$/);
  await expect(preview.getByRole('listitem').first()).toContainText('sends');
  expect(await violationsIn(app.window)).toEqual([]);
  await save.click();
  await expect(dialog).toBeHidden();
  const rule = window.getByRole('button', { name: /^Refunds/ });
  await expect(rule).toContainText(threat);

  await window.getByRole('treeitem', { name: /^Web shop/ }).click();
  await expect(canvas(app)).toBeVisible();
  await window.keyboard.press('Control+Shift+U');
  const panel = window.getByRole('tabpanel', { name: /Suggestions/ });
  const suggested = panel.getByRole('treeitem', { name: new RegExp(threat) });
  await expect(suggested.first()).toBeVisible();

  await openRules(app);
  await window.getByRole('switch', { name: 'Use rule Refunds' }).uncheck({ force: true });
  await window.getByRole('treeitem', { name: /^Web shop/ }).click();
  await expect(panel.getByRole('treeitem').first()).toBeVisible();
  await expect(suggested).toHaveCount(0);

  await openRules(app);
  await window.getByRole('button', { name: 'Delete rule Refunds' }).click();
  await expect(rule).toBeHidden();
  await window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(rule).toBeVisible();
});

test('choosing a threat of the codex fills in the rest, and the rule survives a kill', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window, application } = app;
  await openRules(app);
  await window.getByRole('button', { name: 'New rule' }).click();
  const dialog = window.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('SQL everywhere');
  await dialog.getByRole('combobox', { name: 'Threat' }).fill('sql statement');
  await dialog.getByRole('option', { name: 'Input becomes part of a SQL statement' }).click();
  await expect(dialog.getByText('CWE-89', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await window
    .getByRole('switch', { name: /^Use rule process-/ })
    .first()
    .uncheck({ force: true });

  // CSV cannot contain rules, so the app says so and offers JSON, which can.
  await answerSaveDialog(application, join(profile, 'codex.csv'));
  await window.getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name: 'Export as CSV…' }).click();
  await expect(window.getByText('Saved codex.csv')).toBeVisible();
  const leftOut = window.getByRole('alert').filter({ hasText: '1 own rule or framework isn’t' });
  await answerSaveDialog(application, join(profile, 'codex.json'));
  await leftOut.getByRole('button', { name: 'Export as JSON…' }).click();
  await expect(window.getByText('Saved codex.json')).toBeVisible();
  expect(readFileSync(join(profile, 'codex.json'), 'utf8')).toContain('SQL everywhere');
  await app.kill();

  const later = await start();
  await openRules(later);
  await expect(later.window.getByRole('button', { name: /^SQL everywhere/ })).toBeVisible();
  await expect(
    later.window.getByRole('switch', { name: /^Use rule process-/ }).first(),
  ).not.toBeChecked();
});
