import { expect, saved, test, type App } from './app.ts';

const inspector = ({ window }: App) => window.getByRole('complementary', { name: 'Inspector' });

const select = async (app: App, name: string): Promise<void> => {
  await app.window.getByRole('group', { name }).first().click();
  await expect(inspector(app).getByRole('textbox', { name: 'Add a threat' })).toBeVisible();
};

const addThreat = async (app: App, title: string): Promise<void> => {
  const line = inspector(app).getByRole('textbox', { name: 'Add a threat' });
  await line.fill(title);
  await line.press('Enter');
  await expect(
    inspector(app)
      .getByRole('button', { name: new RegExp(title) })
      .first(),
  ).toBeVisible();
};

test('threats, mitigations and comments are written, kept, and undone', async ({ start }) => {
  const app = await start();
  await select(app, 'Web app, Process');
  await addThreat(app, 'Template injection');
  const panel = inspector(app);
  await panel
    .getByRole('button', { name: /Template injection/ })
    .first()
    .click();

  const mitigation = panel.getByRole('textbox', { name: 'Add a mitigation' });
  await mitigation.fill('Escape by default');
  await mitigation.press('Enter');
  const states = panel.getByRole('radiogroup', { name: /Escape by default/ });
  await expect(states.getByRole('radio', { name: 'Unclassified' })).toBeChecked();
  await states.getByRole('radio', { name: 'Queued for action' }).check({ force: true });
  await expect(states.getByRole('radio', { name: 'Queued for action' })).toBeChecked();

  const comment = panel.getByRole('textbox', { name: 'Write a comment' });
  await comment.fill('Seen in the search page.');
  await comment.press('Control+Enter');
  await expect(panel.getByText('Seen in the search page.')).toBeVisible();
  await saved(app);
  await app.kill();

  const later = await start();
  await select(later, 'Web app, Process');
  await inspector(later)
    .getByRole('button', { name: /Template injection/ })
    .first()
    .click();
  await expect(inspector(later).getByText('Seen in the search page.')).toBeVisible();
  await expect(
    inspector(later)
      .getByRole('radiogroup', { name: /Escape by default/ })
      .getByRole('radio', { name: 'Queued for action' }),
  ).toBeChecked();

  await inspector(later).getByRole('button', { name: 'Delete threat' }).click();
  await expect(inspector(later).getByText('Seen in the search page.')).toBeHidden();
  await later.window.getByRole('button', { name: 'Undo' }).click();
  await expect(
    inspector(later)
      .getByRole('button', { name: /Template injection/ })
      .first(),
  ).toBeVisible();
});

test('a flow gets a threat of its own', async ({ start }) => {
  const app = await start();
  const flow = app.window.getByRole('group', { name: /^Data flow Cache misses/ });
  await flow.focus();
  await app.window.keyboard.press('Space');
  await expect(inspector(app)).toContainText('Cache misses');
  await addThreat(app, 'Eavesdropping on the way');
  await saved(app);
  await app.kill();

  const later = await start();
  await expect(
    later.window.getByRole('group', { name: /^Data flow Cache misses.*1 open threat/ }),
  ).toHaveCount(1);
});
