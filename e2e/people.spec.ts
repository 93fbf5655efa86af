import { expect, type App } from './app.ts';
import { addConnection, test } from './connections.ts';
import type { RemoteService } from './remote-service.ts';
import { synced } from './sync.ts';
import { violationsIn } from './violations.ts';

const openPeople = async (app: App, service: RemoteService, scopes: string[]): Promise<void> => {
  const token = await service.token(...scopes);
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await app.window.getByRole('button', { name: 'Open now' }).click();
  await expect(app.window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await synced(app);
  await app.window.getByRole('link', { name: 'People' }).click();
};

const dialog = ({ window }: App) => window.getByRole('dialog');
const row = ({ window }: App, name: string) =>
  window.getByRole('listitem').filter({ hasText: name });

test('a lead invites people from a file, changes roles, makes a team, and gives it access', async ({
  start,
  service,
}) => {
  await (await service.client()).collections.create({ title: 'Payments' });
  const app = await start();
  const { window } = app;
  await openPeople(app, service, ['*:read', '*:write']);
  await expect(row(app, 'Ann Lee')).toContainText('Owner');
  expect(await violationsIn(window)).toEqual([]);

  await window.getByRole('button', { name: 'Add people…' }).click();
  await window
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'email,firstName,lastName\nben@example.org,Ben,Ray\nnobody,Cy,\nann@example.org,Ann,Two\n',
      ),
    });
  await expect(dialog(app)).toContainText('1 line can’t be read');
  await expect(dialog(app)).toContainText('Line 3: no valid email address');
  expect(await violationsIn(window)).toEqual([]);
  await dialog(app).getByRole('button', { name: 'Invite 2 people' }).click();
  // The service already has Ann, so her line stays with the one that can't be read.
  await expect(dialog(app)).toContainText('The service refused 1 person');
  await expect(dialog(app).getByRole('textbox', { name: 'People' })).toHaveValue(
    /nobody,Cy,\nann@example.org/,
  );
  await dialog(app).getByRole('button', { name: 'Cancel' }).click();
  await expect(row(app, 'Ben Ray')).toContainText('Invited');

  await window.getByRole('button', { name: 'Actions for Ben Ray' }).click();
  await window.getByRole('menuitem', { name: 'Change role…' }).click();
  await dialog(app).getByRole('combobox', { name: 'Role' }).selectOption('admin');
  const change = dialog(app).getByRole('button', { name: 'Change role' });
  await expect(change).toBeDisabled();
  await dialog(app).getByRole('combobox', { name: 'Scopes' }).selectOption('users-management');
  expect(await violationsIn(window)).toEqual([]);
  await change.click();
  await expect(row(app, 'Ben Ray')).toContainText('Admin');

  await window.getByRole('tab', { name: 'Teams' }).click();
  await window.getByRole('button', { name: 'New team' }).click();
  await dialog(app).getByRole('textbox', { name: 'Name' }).fill('Reviewers');
  await dialog(app).getByRole('combobox', { name: 'Members' }).fill('ben');
  await window.getByRole('option', { name: /^Ben Ray/ }).click();
  await window.keyboard.press('Escape');
  await dialog(app).getByRole('button', { name: 'Save' }).click();
  await expect(row(app, 'Reviewers')).toContainText('Ben Ray');

  await window.getByRole('treeitem', { name: /^Payments/ }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Access…' }).click();
  await expect(dialog(app)).toContainText('Nobody else has access.');
  await dialog(app).getByRole('combobox', { name: 'Give access to' }).click();
  await window.getByRole('option', { name: 'Reviewers' }).click();
  await dialog(app).getByRole('button', { name: 'Give access' }).click();
  const permission = dialog(app).getByRole('combobox', { name: 'Permission of Reviewers' });
  await expect(permission).toHaveValue('read');
  await permission.selectOption('write');
  await expect(permission).toHaveValue('write');
  expect(await violationsIn(window)).toEqual([]);
  await dialog(app).getByRole('button', { name: 'Remove the access of Reviewers' }).click();
  await expect(dialog(app)).toContainText('Nobody else has access.');
});

test('people are not shown without the right to see them, or without the service', async ({
  start,
  service,
}) => {
  const app = await start();
  const { window } = app;
  const readable = ['collections', 'threat-models', 'canvases', 'components', 'threats'];
  readable.push('mitigations', 'comments');
  await openPeople(
    app,
    service,
    readable.map((resource) => `${resource}:read`),
  );
  const alert = window.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('You may not see the people of this service');
  await expect(alert).toContainText('users:read');
  expect(await violationsIn(window)).toEqual([]);
  await service.stop();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('stored only at the service');
});
