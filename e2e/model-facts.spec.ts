import { expect, saved, test } from './app.ts';
import { canvas } from './canvas.ts';

test('the fields of a threat model are edited, kept, undone, and shown on Home', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  const description = inspector.getByRole('textbox', { name: 'Description of the threat model' });
  const revisit = inspector.getByRole('combobox', { name: 'Revisit' });
  await expect(canvas(app)).toBeVisible();

  await description.fill('Everything that customers see.');
  await description.press('Control+Enter');
  await inspector.getByRole('combobox', { name: 'Status of the threat model' }).click();
  await inspector.getByRole('option', { name: 'Review' }).click();
  await inspector.getByLabel('Due date of the threat model').fill('2020-01-31');
  await revisit.fill('90');
  await revisit.press('Enter');
  await expect(inspector.getByText('Overdue')).toBeVisible();
  await expect(revisit).toHaveValue('90');
  await canvas(app).press('Control+z');
  await expect(revisit).toHaveValue('');
  await canvas(app).press('Control+Shift+z');
  await expect(revisit).toHaveValue('90');
  await saved(app);

  await app.kill();
  const later = await start();
  const facts = later.window.getByRole('complementary', { name: 'Inspector' });
  await expect(facts.getByLabel('Description of the threat model')).toHaveValue(
    'Everything that customers see.',
  );
  await expect(facts.getByRole('combobox', { name: 'Revisit' })).toHaveValue('90');

  await later.window.getByRole('link', { name: 'Home' }).first().click();
  await expect(later.window.getByRole('row', { name: /Web shop/ })).toContainText(
    'Review · overdue since Jan 31, 2020',
  );
});

test('a value is chosen from a list with the keyboard alone', async ({ start }) => {
  const { window } = await start();
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  const priority = inspector.getByRole('combobox', { name: 'Priority of the threat model' });
  const marked = inspector.locator('[role=option][data-combobox-selected]');
  await expect(priority).toHaveValue('High');

  await priority.focus();
  await priority.press('ArrowDown');
  await expect(marked).toHaveText('High');
  await expect(priority).toHaveAttribute(
    'aria-activedescendant',
    (await marked.getAttribute('id')) ?? '',
  );
  await priority.press('ArrowDown');
  await expect(marked).toHaveText('Medium');
  await priority.press('Enter');
  await expect(priority).toHaveValue('Medium');
});
