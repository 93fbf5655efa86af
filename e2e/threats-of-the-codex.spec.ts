import { expect, saved, test, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { violationsIn } from './violations.ts';

const injection = 'Input becomes part of a SQL statement';

const select = async ({ window }: App, name: string) => {
  await window.getByRole('group', { name }).first().click();
  const inspector = window.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('textbox', { name: 'Add threat' })).toBeVisible();
  return inspector;
};

test('a threat is found in the codex and added with its mitigations in one step', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  const inspector = await select(app, 'API, Process');
  const field = inspector.getByRole('textbox', { name: 'Add threat' });
  await field.fill('sql cwe-89');
  const offer = inspector.getByRole('option', { name: new RegExp(injection) });
  await expect(offer).toBeVisible();
  expect(await violationsIn(app.window)).toEqual([]);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  const threat = inspector.getByRole('button', { name: new RegExp(injection) }).first();
  await threat.click();
  await expect(inspector.getByText('CWE-89', { exact: true })).toBeVisible();
  await expect(
    inspector.getByRole('list', { name: 'Mitigations' }).getByRole('listitem').first(),
  ).toBeVisible();

  // If nothing in the list is selected, Enter adds the typed text.
  await field.fill('sql');
  await expect(inspector.getByRole('option').first()).toBeVisible();
  await field.press('Enter');
  await expect(inspector.getByRole('button', { name: /sql$/ })).toBeVisible();
  await saved(app);
  await canvas(app).focus();
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+z');
  await expect(threat).toBeHidden();
});

test('threats are copied and moved to other elements, and this is undone', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  const inspector = await select(app, 'API, Process');
  const field = inspector.getByRole('textbox', { name: 'Add threat' });
  await field.fill('Only here');
  await field.press('Enter');
  const threat = inspector.getByRole('button', { name: /Only here/ });
  await expect(threat).toBeVisible();

  const choose = async (mode: string, text: string, target: RegExp): Promise<void> => {
    await inspector.getByRole('button', { name: 'Copy or move…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Copy or move threats' });
    await dialog.getByText(mode, { exact: true }).click();
    for (const box of await dialog
      .getByRole('group', { name: 'Threats', exact: true })
      .getByRole('checkbox')
      .all()) {
      await box.uncheck();
    }
    await dialog.getByRole('checkbox', { name: /Only here/ }).check();
    await dialog.getByRole('searchbox', { name: 'Search elements' }).fill(text);
    await dialog.getByRole('checkbox', { name: target }).first().check();
    expect(await violationsIn(app.window)).toEqual([]);
    await dialog.getByRole('button', { name: `${mode} 1 threat` }).click();
    await expect(dialog).toBeHidden();
  };

  // A flow without a threat has no component yet.
  const flow = window.getByRole('group', { name: /^Data flow Cache misses/ });
  const flowWithThreat = window.getByRole('group', {
    name: /^Data flow Cache misses.*1 open threat/,
  });
  await choose('Copy', 'cache', /^Cache misses/);
  await expect(flowWithThreat).toHaveCount(1);
  await flow.focus();
  await window.keyboard.press('Space');
  await expect(threat).toHaveCount(1);
  await saved(app);
  await canvas(app).focus();
  await window.keyboard.press('Control+z');
  await expect(flowWithThreat).toHaveCount(0);
  await select(app, 'API, Process');
  await expect(threat).toHaveCount(1);

  await choose('Copy', 'web app', /^Web app/);
  await select(app, 'Web app, Process');
  await expect(threat).toHaveCount(1);
  await saved(app);
  await canvas(app).focus();
  await window.keyboard.press('Control+z');
  await expect(threat).toHaveCount(0);

  await select(app, 'API, Process');
  await expect(threat).toHaveCount(1);
  await choose('Move', 'web app', /^Web app/);
  await expect(threat).toHaveCount(0);
  await select(app, 'Web app, Process');
  await expect(threat).toHaveCount(1);
  await saved(app);
  await canvas(app).focus();
  await window.keyboard.press('Control+z');
  await expect(threat).toHaveCount(0);
  await select(app, 'API, Process');
  await expect(threat).toHaveCount(1);
});
