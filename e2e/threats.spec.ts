import { expect, saved, test, type App } from './app.ts';
import { canvas, node } from './canvas.ts';

const inspector = ({ window }: App) => window.getByRole('complementary', { name: 'Inspector' });

const select = async (app: App, name: string): Promise<void> => {
  await app.window.getByRole('group', { name }).first().click();
  await expect(inspector(app).getByRole('textbox', { name: 'Add threat' })).toBeVisible();
};

const addThreat = async (app: App, title: string): Promise<void> => {
  const line = inspector(app).getByRole('textbox', { name: 'Add threat' });
  await line.fill(title);
  await line.press('Enter');
  await expect(
    inspector(app)
      .getByRole('button', { name: new RegExp(title) })
      .first(),
  ).toBeVisible();
};

test('threats, mitigations, and comments are written, kept, and undone', async ({ start }) => {
  const app = await start();
  await select(app, 'Web app, Process');
  await addThreat(app, 'Template injection');
  const panel = inspector(app);
  await panel
    .getByRole('button', { name: /Template injection/ })
    .first()
    .click();

  const mitigation = panel.getByRole('textbox', { name: 'Add mitigation' });
  await mitigation.fill('Escape by default');
  await mitigation.press('Enter');
  const states = panel.getByRole('radiogroup', { name: /Escape by default/ });
  await expect(states.getByRole('radio', { name: 'Proposed' })).toBeChecked();
  await states.getByRole('radio', { name: 'Planned' }).check({ force: true });
  await expect(states.getByRole('radio', { name: 'Planned' })).toBeChecked();

  const comment = panel.getByRole('textbox', { name: 'Write a comment' });
  await comment.fill('Seen in the search page.');
  await comment.press('Control+Enter');
  await expect(panel.getByText('Seen in the search page.')).toBeVisible();

  await test.step('a flow gets a separate threat', async () => {
    await app.window.getByRole('group', { name: /^Data flow Cache misses/ }).focus();
    await app.window.keyboard.press('Space');
    await expect(panel).toContainText('Cache misses');
    await addThreat(app, 'Eavesdropping on the way');
  });
  await saved(app);
  await app.kill();

  const later = await start();
  await expect(
    later.window.getByRole('group', { name: /^Data flow Cache misses.*1 open threat/ }),
  ).toHaveCount(1);
  await select(later, 'Web app, Process');
  await inspector(later)
    .getByRole('button', { name: /Template injection/ })
    .first()
    .click();
  await expect(inspector(later).getByText('Seen in the search page.')).toBeVisible();
  await expect(
    inspector(later)
      .getByRole('radiogroup', { name: /Escape by default/ })
      .getByRole('radio', { name: 'Planned' }),
  ).toBeChecked();

  await inspector(later).getByRole('button', { name: 'Delete threat' }).click();
  await expect(inspector(later).getByText('Seen in the search page.')).toBeHidden();
  await later.window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(
    inspector(later)
      .getByRole('button', { name: /Template injection/ })
      .first(),
  ).toBeVisible();
});

test('one threat is added to several elements, and duplicated with its mitigations', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await window.getByRole('group', { name: /^Data flow Cache misses/ }).focus();
  await window.keyboard.press('Space');
  await expect(inspector(app)).toContainText('Cache misses');
  await node(app, 'CDN, Process').click({ modifiers: ['Shift'], position: { x: 6, y: 6 } });
  await expect(inspector(app)).toContainText('2 elements');
  const line = inspector(app).getByRole('textbox', { name: 'Add threat to all' });
  await line.fill('Outdated pages are served');
  await line.press('Enter');
  const cdn = window.getByRole('group', { name: /^CDN, Process.*2 open threats/ });
  const named = window.getByRole('group', { name: /^Data flow Cache misses.*1 open threat/ });
  await expect(named).toHaveCount(1);
  await expect(cdn).toHaveCount(1);
  await saved(app);
  await canvas(app).focus();
  await window.keyboard.press('Control+z');
  await expect(named).toHaveCount(0);
  await expect(cdn).toHaveCount(0);

  await select(app, 'API, Process');
  const title = 'The product import fetches internal addresses';
  const rows = inspector(app).getByRole('button', { name: new RegExp(title) });
  await rows.click();
  await inspector(app).getByRole('button', { name: 'Duplicate threat' }).click();
  await expect(rows).toHaveCount(2);
  await expect(inspector(app)).toContainText('5 of 7 open');
  await expect(rows.last()).toContainText('1/2');
  await canvas(app).focus();
  await window.keyboard.press('Control+z');
  await expect(rows).toHaveCount(1);
});
