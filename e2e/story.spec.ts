import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readPdf } from '../service/documents/testing/read-pdf.ts';
import { expect, saved, test, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { exportTo } from './exports.ts';
import { dropFiles, foreignOtmFiles } from './files.ts';
import { registerCount } from './register.ts';

/** A file of another tool with 43 threats, if this checkout has it. */
const files = foreignOtmFiles().filter((path) => basename(path) === 'mobile-cloud.otm.json');
const title = 'mtmt_project_name';
const triaged = 50;

const countIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));

/**
 * Returns two sums over all matches: that of the numbers in the first group of the pattern, and that of
 * the numbers in the second group.
 */
const sumsOf = (text: string, pattern: RegExp): [number, number] =>
  [...text.matchAll(pattern)].reduce<[number, number]>(
    ([one, other], [, first = '', second = '']) => [one + countIn(first), other + countIn(second)],
    [0, 0],
  );

/** Counts the threats of a model by status in the database of the service. */
const atService = (profile: string): Record<string, number> => {
  const database = new DatabaseSync(join(profile, 'service.db'), { readOnly: true });
  const rows = database
    .prepare(
      `SELECT threats.status, count(*) AS count FROM threats
       JOIN components ON components.id = threats.component_id
       JOIN canvases ON canvases.id = components.canvas_id
       JOIN threat_models ON threat_models.id = canvases.threat_model_id
       WHERE threat_models.title = ? GROUP BY threats.status`,
    )
    .all(title);
  database.close();
  return Object.fromEntries(rows.map(({ status, count }) => [String(status), Number(count)]));
};

const openPage = async ({ window }: App, command: string): Promise<void> => {
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill(command);
  await palette.getByRole('button', { name: command }).first().click();
};

for (const file of files) {
  test('an analyst imports a model and reviews it, and all counts agree', async ({
    start,
    profile,
  }) => {
    const app = await start();
    const { window } = app;
    const main = window.getByRole('main');
    const inspector = window.getByRole('complementary', { name: 'Inspector' });
    const status = registerCount(app);
    await expect(canvas(app)).toBeVisible();

    await test.step('import a real file', async () => {
      await dropFiles(window, file);
      await window
        .getByRole('dialog', { name: 'Import' })
        .getByRole('button', { name: /^Import/ })
        .click();
      await expect(window.getByRole('contentinfo').getByText('43 open threats')).toBeVisible();
    });

    await test.step('describe all ten elements together', async () => {
      await canvas(app).focus();
      await window.keyboard.press('Control+a');
      const field = inspector.getByRole('combobox', { name: 'Attributes' });
      await field.fill('Reviewed in spring');
      await field.press('Enter');
      await expect(
        inspector.getByRole('button', { name: 'Remove Reviewed in spring' }),
      ).toBeVisible();
      await window.keyboard.press('Escape');
    });

    let total = 43;
    await test.step('accept all suggestions', async () => {
      await canvas(app).focus();
      await window.keyboard.press('Control+Shift+U');
      const panel = window.getByRole('tabpanel', { name: /Suggestions/ });
      const addAll = panel.getByRole('button', { name: /^Add [\d,]+ threats?$/ });
      await expect(addAll).toBeEnabled();
      total += countIn(await addAll.textContent());
      await addAll.click();
      await expect(
        window.getByRole('contentinfo').getByText(`${total} open threats`),
      ).toBeVisible();
      expect(total).toBeGreaterThanOrEqual(triaged);
    });

    await test.step('triage fifty threats with the keyboard, and comment', async () => {
      await openPage(app, 'Threats of this model');
      await expect(status).toHaveText(`${total} threats`);
      const rows = window.getByRole('grid', { name: 'Threat register' }).getByRole('row');
      await rows.nth(1).getByRole('gridcell').nth(2).click();
      await rows.nth(1).focus();
      for (let count = 0; count < triaged; count += 1) {
        await window.keyboard.press(count % 2 === 0 ? '2' : '3');
        if (count < triaged - 1) await window.keyboard.press('j');
      }
      await window.keyboard.press('c');
      await window.getByRole('dialog').getByRole('textbox').fill('The last one of today');
      await window.keyboard.press('Enter');
      await saved(app);
    });

    const open = total - triaged;
    await test.step('register, overview, status bar, and home agree', async () => {
      await main.getByRole('button', { name: 'Status' }).first().click();
      await window.getByRole('menuitemcheckbox', { name: 'Mitigated' }).click();
      await expect(status).toHaveText(`${triaged / 2} of ${total} threats`);
      await window.keyboard.press('Escape');
      await openPage(app, 'Overview of this model');
      await expect(main.getByText(`${open} of ${total} threats open`)).toBeVisible();
      const statuses = main.getByRole('table', { name: 'Threats by status: table' });
      for (const [name, count] of [
        ['Open', open],
        ['Mitigated', triaged / 2],
        ['Accepted', triaged / 2],
      ] as const) {
        await expect(statuses.getByRole('row').filter({ hasText: name })).toContainText(
          String(count),
        );
      }
      await expect(window.getByRole('contentinfo').getByText(`${open} open threats`)).toBeVisible();
      await window.getByRole('link', { name: 'Home' }).click();
      const counts = main.getByRole('button', { name: new RegExp(`open, .*: ${title}$`) });
      await expect
        .poll(async () =>
          (await counts.allTextContents()).reduce((sum, text) => sum + countIn(text), 0),
        )
        .toBe(open);
    });

    await test.step('the badges on the elements agree', async () => {
      await window.getByRole('treeitem', { name: new RegExp(`^${title}`) }).click();
      await expect(canvas(app)).toBeVisible();
      const badges = canvas(app).getByTitle(/^[\d,]+ open, highest: /);
      await expect
        .poll(async () =>
          (await badges.allTextContents()).reduce((sum, text) => sum + countIn(text), 0),
        )
        .toBe(open);
    });

    await test.step('the report agrees', async () => {
      const pdf = await exportTo(app, 'Export: Report…', join(profile, 'story.pdf'));
      const { pages } = await readPdf(pdf);
      const text = pages.map((page) => page.text).join('\n');
      // The summary of the report counts by priority, and its chapters count by component.
      expect(sumsOf(text, /([\d,]+) of ([\d,]+) open/g)).toEqual([open, total]);
      expect(sumsOf(text, /([\d,]+) threats?, ([\d,]+) open/g)).toEqual([total, open]);
    });

    await test.step('the service agrees', async () => {
      await expect
        .poll(() => atService(profile))
        .toEqual({ open, mitigated: triaged / 2, accepted: triaged / 2 });
    });
  });
}
