import { expect, test } from './app.ts';
import { canvas } from './canvas.ts';

test('controls of mitigations and of an own framework are met or not', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('link', { name: 'Codex' }).click();
  await window.getByRole('tab', { name: 'Frameworks' }).click();
  await window.locator('[data-framework-file]').setInputFiles({
    name: 'House rules.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'control,title,met by\r\nH-1,Queries are safe,House parameters\r\nH-2,Nothing does this,\r\n',
    ),
  });
  await expect(window.getByRole('list', { name: 'Own frameworks' })).toContainText('2 controls');

  await window.getByRole('treeitem', { name: /^Web shop/ }).click();
  await expect(canvas(app)).toBeVisible();
  await window.getByRole('group', { name: 'API, Process' }).first().click();
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  const field = inspector.getByRole('textbox', { name: 'Add threat' });
  await field.fill('Unsafe queries');
  await field.press('Enter');
  await inspector.getByRole('button', { name: /Unsafe queries/ }).click();
  const mitigation = inspector.getByRole('textbox', { name: 'Add mitigation' });
  await mitigation.fill('House parameters');
  await mitigation.press('Enter');
  await inspector.getByRole('button', { name: 'Details of “House parameters”' }).click();
  const controls = inspector.getByRole('combobox', { name: 'Controls' });
  await controls.fill('CIS 99.1');
  await controls.press('Enter');
  await expect(inspector.getByText('CIS 99.1', { exact: true })).toBeVisible();

  await window.keyboard.press('Control+Shift+U');
  await window.getByRole('tab', { name: /^Checks/ }).click();
  const checks = window.getByRole('tabpanel', { name: /Checks/ });
  for (const section of ['Drawing', 'Security']) {
    const row = checks.getByRole('treeitem', { name: new RegExp(`^${section}`) });
    if ((await row.getAttribute('aria-expanded')) === 'true') await row.click();
  }
  await expect(checks.getByRole('treeitem', { name: /House rules.*0 of 2 met/ })).toBeVisible();
  const met = checks.getByRole('treeitem', { name: /H-1 Queries are safe/ });
  await expect(met).toContainText('0 of 1 mitigation done');
  await expect(checks.getByRole('treeitem', { name: /H-2/ })).toContainText('No mitigation');
  await expect(checks.getByRole('treeitem', { name: /CIS 99\.1/ })).toBeVisible();

  await inspector
    .getByRole('radiogroup', { name: 'Status of “House parameters”' })
    .getByRole('radio', { name: 'Done' })
    .check({ force: true });
  await expect(met).toContainText('1 of 1 mitigation done');
  await expect(checks.getByRole('treeitem', { name: /House rules.*1 of 2 met/ })).toBeVisible();
});
