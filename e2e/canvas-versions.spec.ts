import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, saved, test, type App } from './app.ts';
import { addProcess, canvas, processNamed, renameProcess } from './canvas.ts';
import { savedAs } from './exports.ts';
import { answerOpenDialog, answerSaveDialog, dropFiles } from './files.ts';
import { stopService } from './service.ts';
import { violationsIn } from './violations.ts';

const opened = async (app: App): Promise<void> => await expect(canvas(app)).toBeVisible();

const history = ({ window }: App) => window.getByRole('list', { name: 'Canvas versions' });
const rows = (app: App) => history(app).getByRole('listitem');
const dialog = ({ window }: App) => window.getByRole('dialog', { name: /^Versions of/ });
const list = (app: App) => dialog(app).getByRole('region', { name: 'Differences' });

const nameVersion = async (app: App, name: string): Promise<void> => {
  await app.window.keyboard.press('Control+Shift+s');
  await app.window.getByRole('textbox', { name: /^Name (for|of) the .*version/ }).fill(name);
  await app.window.keyboard.press('Enter');
  await expect(rows(app).filter({ hasText: name })).toBeVisible();
};

test('a version is named, compared, and restored, and undo reverts that', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await opened(app);
  const openThreats = window.getByRole('contentinfo').getByText(/open threats/);
  const threats = (await openThreats.textContent()) ?? '';
  await nameVersion(app, 'Before the review');

  await renameProcess(app, 'Web app', 'Storefront');
  await addProcess(app, 'Search');
  await processNamed(app, 'CDN').first().click();
  await window.keyboard.press('Delete');
  await saved(app);

  const named = rows(app).filter({ hasText: 'Before the review' });
  await expect(named.getByRole('img', { name: /^1 added/ })).toBeVisible();
  expect(await violationsIn(app.window)).toEqual([]);
  await named.getByRole('button', { name: /^Before the review/ }).focus();
  await window.keyboard.press('Enter');
  await expect(list(app)).toContainText('Name: Web app → Storefront');
  expect(await violationsIn(app.window)).toEqual([]);
  await expect(list(app).getByRole('list', { name: 'Added' })).toContainText('Search');
  await expect(list(app).getByRole('list', { name: 'Removed' })).toContainText('CDN');
  await expect(list(app).getByRole('button', { name: 'Next difference' })).toBeFocused();
  await window.keyboard.press('j');
  await expect(list(app)).toContainText(/1 of \d/);
  await expect(list(app).locator('[aria-current]')).toContainText('Search');
  await list(app)
    .getByRole('button', { name: /^Added/ })
    .click();
  await expect(list(app).getByRole('list', { name: 'Added' })).toBeHidden();

  await dialog(app).getByRole('button', { name: 'Restore Before the review' }).click();
  await expect(dialog(app)).toBeHidden();
  await expect(processNamed(app, 'Web app').first()).toBeVisible();
  await expect(processNamed(app, 'CDN').first()).toBeVisible();
  await expect(processNamed(app, 'Search')).toBeHidden();
  await expect(named).toContainText('No changes since');
  await expect(rows(app).filter({ hasText: 'Before restoring a version' })).toBeVisible();

  await canvas(app).press('Control+z');
  await expect(processNamed(app, 'Storefront')).toBeVisible();
  await expect(processNamed(app, 'Search')).toBeVisible();
  await canvas(app).press('Control+z');
  await expect(processNamed(app, 'CDN').first()).toBeVisible();
  await expect(openThreats).toHaveText(threats);
  await saved(app);
});

test('the version history is kept between starts, and a deleted version is restored', async ({
  start,
}) => {
  const app = await start();
  await opened(app);
  await nameVersion(app, 'First draft');
  await app.kill();

  const later = await start();
  const { window } = later;
  await opened(later);
  await window.keyboard.press('Control+Shift+h');
  const row = rows(later).filter({ hasText: 'First draft' });
  await row.getByRole('button', { name: /^First draft/ }).focus();
  await window.keyboard.press('F2');
  await window.getByRole('textbox', { name: /^Name (for|of) the .*version/ }).fill('Second draft');
  await window.keyboard.press('Enter');
  const renamed = rows(later).filter({ hasText: 'Second draft' });
  await expect(renamed.getByRole('button', { name: /^Second draft/ })).toBeFocused();
  await window.keyboard.press('Delete');
  await expect(renamed).toBeHidden();
  await window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(renamed).toBeVisible();

  await renamed.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(later).getByRole('heading', { name: /^Second draft/ })).toBeVisible();
  await expect(list(later)).toBeHidden();
  await window.keyboard.press('Escape');
  await expect(dialog(later)).toBeHidden();
});

test('the canvas is compared with an exported file, and with the service’s version', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { application, window } = app;
  await opened(app);
  const path = join(profile, 'shop.otm.json');
  await answerSaveDialog(application, path);
  await window.keyboard.press('Control+Shift+e');
  await expect(savedAs(app, path)).toBeVisible();
  await nameVersion(app, 'Exported');

  await window
    .getByRole('button', { name: /Exported/ })
    .first()
    .click();
  await answerOpenDialog(application, path);
  await dialog(app).getByRole('button', { name: 'Open Threat Model file…' }).click();
  await expect(dialog(app)).toContainText('matched by ID.');
  await expect(list(app)).toContainText('No differences');

  const text = readFileSync(path, 'utf8').replaceAll('"Web app"', '"Shop window"');
  writeFileSync(path, text);
  await dropFiles(window, path);
  await expect(list(app)).toContainText('Name: Shop window → Web app');
  await window.keyboard.press('Escape');
  await expect(dialog(app)).toBeHidden();

  await stopService(app, profile);
  await renameProcess(app, 'Web app', 'Storefront');
  await expect(window.getByRole('contentinfo')).toContainText(/pending/);
  await window.keyboard.press('Control+k');
  await window.getByPlaceholder(/^Search everything/).fill('service version');
  await window.keyboard.press('Enter');
  await expect(dialog(app)).toContainText('Last synced version');
  await expect(list(app)).toContainText('Name: Web app → Storefront');
});

test('a version contains threats: they are compared, restored, and reviewed', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  const openThreats = window.getByRole('contentinfo').getByText(/open threats/);
  const question = window.getByRole('dialog', { name: 'Restore “Before triage”' });
  await opened(app);
  const [before, after] = ['12 open threats', '11 open threats'];
  await expect(openThreats).toHaveText(before);
  await nameVersion(app, 'Before triage');
  const version = rows(app).filter({ hasText: 'Before triage' });
  await expect(version).toContainText(/\d+ threats/);

  await processNamed(app, 'Web app').first().click();
  await window.keyboard.press('Delete');
  await window.getByRole('group', { name: 'API, Process' }).first().click();
  await inspector.getByRole('textbox', { name: 'Add threat' }).fill('Added since');
  await window.keyboard.press('Enter');
  await saved(app);
  await expect(openThreats).toHaveText(after);

  await test.step('the comparison lists deleted and new threats', async () => {
    await expect(
      version.getByRole('img', { name: /threats? (or|and) mitigations? changed/ }),
    ).toBeVisible();
    await version.getByRole('button', { name: /^Before triage/ }).click();
    const threats = list(app).getByRole('list', { name: 'Threats and mitigations' });
    await expect(threats).toContainText('Added since');
    await expect(threats.getByText('Threat of Web app').first()).toBeVisible();
    expect(await violationsIn(app.window)).toEqual([]);
  });

  await test.step('the dialog says what will change, and can be canceled', async () => {
    await dialog(app).getByRole('button', { name: 'Restore Before triage' }).click();
    await expect(question.getByText('1 added since is deleted.')).toBeVisible();
    expect(await violationsIn(app.window)).toEqual([]);
    await window.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(openThreats).toHaveText(after);
  });

  await test.step('everything is restored, and undo reverts it', async () => {
    await dialog(app).getByRole('button', { name: 'Restore Before triage' }).click();
    await question.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog(app)).toBeHidden();
    await expect(window.getByText(/came back with its threats/).first()).toBeVisible();
    await expect(openThreats).toHaveText(before);
    await expect(version).toContainText('No changes since');
    await saved(app);
    await canvas(app).press('Control+z');
    await expect(openThreats).toHaveText(after);
    await canvas(app).press('Control+Shift+z');
    await expect(openThreats).toHaveText(before);
  });

  await test.step('a review has a name and a person, and can be compared with', async () => {
    await window.getByRole('button', { name: 'Mark as reviewed' }).click();
    await window.getByRole('textbox', { name: 'Name for the review' }).fill('Spring review');
    await window.keyboard.press('Enter');
    const review = rows(app).filter({ hasText: 'Spring review' });
    await expect(review).toContainText(/by \S/);
    await expect(window.getByText(/“Spring review”.*0 changes since/)).toBeVisible();
    await window.getByRole('group', { name: 'API, Process' }).first().click();
    await inspector.getByRole('textbox', { name: 'Add threat' }).fill('After the review');
    await window.keyboard.press('Enter');
    await saved(app);
    await expect(window.getByText(/“Spring review”.*1 change since/)).toBeVisible();
    expect(await violationsIn(app.window)).toEqual([]);
    await window.getByRole('button', { name: 'Changes since review' }).click();
    await expect(list(app)).toContainText('After the review');
    await expect(list(app)).toContainText('No differences in the drawing');
    await window.keyboard.press('Escape');
    await expect(dialog(app)).toBeHidden();
  });

  await test.step('the number of changed threats on the overview opens the comparison', async () => {
    await window.keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('textbox').fill('Overview of');
    await palette.getByRole('button', { name: 'Overview of this model' }).click();
    const changes = window.getByRole('table', { name: 'Changes since the last review: table' });
    await changes.getByRole('button', { name: 'Threats', exact: true }).click();
    await expect(list(app)).toContainText('After the review');
  });
});
