import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type App } from './app.ts';
import { answerSaveDialog } from './files.ts';
import { stopService } from './service.ts';
import { violationsIn } from './violations.ts';

const openCodex = async ({ window }: App): Promise<void> => {
  await window.getByRole('link', { name: 'Codex' }).click();
  await expect(window.getByRole('heading', { name: 'Codex' })).toBeVisible();
};

/** The text with the number of entries that match the search. */
const count = ({ window }: App) => window.getByRole('tabpanel').getByRole('status');

const rows = ({ window }: App) => window.getByRole('listitem').getByRole('button');

test('a new workspace has the default library, which is searched and changed', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await openCodex(app);
  await expect(count(app)).toHaveText('131 entries');
  expect(await violationsIn(app.window)).toEqual([]);
  const dialog = window.getByRole('dialog');

  await window.getByRole('searchbox', { name: 'Search titles and aliases' }).fill('s3');
  await expect(count(app)).toHaveText('1 entry');
  await expect(rows(app)).toHaveText([/^Object storage/]);
  expect(await violationsIn(app.window)).toEqual([]);
  await rows(app).click();
  await expect(dialog.getByRole('textbox', { name: 'Aliases' })).toHaveValue(/Amazon S3/);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Our own text');
  expect(await violationsIn(app.window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(app)).toContainText('Our own text');

  // The dialog that adds the default library keeps the changed entry unless the person asks to replace
  // it.
  await window.getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name: 'Add default library…' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Replace Object storage' })).not.toBeChecked();
  await expect(dialog.getByRole('button', { name: /^Add/ })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Replace Object storage' }).check();
  await dialog.getByRole('button', { name: 'Add 1 entry' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(app)).not.toContainText('Our own text');
});

test('entries are created, imported, exported, and deleted', async ({ start, profile }) => {
  const app = await start();
  const { window, application } = app;
  await openCodex(app);
  const dialog = window.getByRole('dialog');
  await window.getByRole('tab', { name: 'Threats' }).click();
  await expect(count(app)).toHaveText('351 entries');
  await window.getByRole('searchbox', { name: 'Search titles and aliases' }).fill('zz');
  await window.getByRole('button', { name: 'New threat' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('=Phishing zz');
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('high');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows(app)).toHaveText([/^=Phishing zz/]);

  await window.locator('input[type=file]').setInputFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'kind,title,priority\r\nthreats,Theft zz,low\r\nthreats,=phishing zz,low\r\n',
    ),
  });
  await expect(dialog).toContainText('1 new entry');
  await dialog.getByRole('button', { name: 'Add 1 entry' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(app)).toHaveText([/^=Phishing zz/, /^Theft zz/]);

  const path = join(profile, 'codex.csv');
  await answerSaveDialog(application, path);
  await window.getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name: 'Export as CSV…' }).click();
  await expect(window.getByText('Saved codex.csv')).toBeVisible();
  expect(readFileSync(path, 'utf8')).toContain(`\r\nthreats,'=Phishing zz,`);

  await window.getByRole('checkbox', { name: 'Select Theft zz' }).check();
  await window
    .getByRole('region', { name: 'Selected entries' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(app)).toHaveText([/^=Phishing zz/]);
});

test('the codex says that the service is not available, and works again later', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await openCodex(app);
  await window.getByRole('tab', { name: 'Mitigations' }).click();
  await expect(count(app)).toHaveText('434 entries');
  const service = await stopService(app, profile);
  await window.getByRole('tab', { name: 'Threats' }).click();
  const alert = window.getByRole('tabpanel').getByRole('alert');
  await expect(alert).toBeVisible();
  await service.bringBack();
  await expect(async () => {
    if (await alert.isVisible()) await alert.getByRole('button').click({ timeout: 1000 });
    await expect(count(app)).toHaveText('351 entries', { timeout: 5000 });
  }).toPass();
});

test('an entry lists the records that use it, and leads to them', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  await window.getByRole('group', { name: 'API, Process' }).first().click();
  const field = inspector.getByRole('textbox', { name: 'Add threat' });
  const title = 'Input becomes part of a SQL statement';
  await field.fill(title);
  await field.press('Enter');
  await expect(inspector.getByRole('button', { name: new RegExp(title) })).toBeVisible();

  await openCodex(app);
  await window.getByRole('tab', { name: 'Threats' }).click();
  await expect(count(app)).toHaveText('351 entries');
  await window.getByRole('searchbox', { name: 'Search titles and aliases' }).fill(title);
  await rows(app).click();
  const uses = window.getByRole('dialog').getByRole('region', { name: 'Used by' });
  await expect(uses).toContainText('Web shop / Checkout / API');
  expect(await violationsIn(app.window)).toEqual([]);
  await uses.getByRole('button').click();
  await expect(inspector).toContainText(title);
});
