import { expect, type App } from './app.ts';
import { addConnection, test } from './connections.ts';
import type { RemoteService } from './remote-service.ts';
import { synced } from './sync.ts';
import { violationsIn } from './violations.ts';

type Token = Awaited<ReturnType<RemoteService['token']>>;

const openPeople = async (app: App, service: RemoteService, token: Token): Promise<void> => {
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
  await openPeople(app, service, await service.token('*:read', '*:write'));
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
  // The service already has Ann, so it refuses her, and her line stays in the field. The line that can't
  // be read stays too.
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

test('people are not shown without permission, or without the service', async ({
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
    await service.token(...readable.map((resource) => `${resource}:read`)),
  );
  const alert = window.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('You may not see the people of this service');
  await expect(alert).toContainText('users:read');
  expect(await violationsIn(window)).toEqual([]);
  await service.stop();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('stored only at the service');
});

test('with a read-only token, controls for changes are disabled beforehand', async ({
  start,
  service,
}) => {
  const client = await service.client();
  await client.users.bulkImport({
    payload: [{ email: 'ben@example.org', firstName: 'Ben', lastName: 'Ray', role: 'user' }],
  });
  const [ben] = await client.users.search({ field: 'email', text: 'ben' });
  const { id: collectionId } = await client.collections.create({ title: 'Payments' });
  const usersPermissions = [{ userId: ben?.id ?? '', permission: 'write' as const }];
  await client.collectionAccess.grantUsers({ collectionId, usersPermissions });
  const app = await start();
  const { window } = app;
  await openPeople(app, service, await service.token('*:read'));
  const missing = 'Missing scopes: users:write, users-operations:write, teams:write';
  await expect(window.getByRole('main').getByText(missing)).toBeVisible();
  await expect(window.getByRole('button', { name: 'Add people…' })).toBeDisabled();
  await expect(window.getByRole('checkbox', { name: 'Select Ben Ray' })).toBeDisabled();
  await expect(
    window.getByRole('button', { name: /^Actions for Ben Ray\. .*users-operations:write/ }),
  ).toHaveAttribute('aria-disabled', 'true');
  await window.getByRole('tab', { name: 'Teams' }).click();
  await expect(window.getByRole('button', { name: 'New team' })).toBeDisabled();
  expect(await violationsIn(window)).toEqual([]);

  await window.getByRole('treeitem', { name: /^Payments/ }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Access…' }).click();
  await expect(dialog(app)).toContainText('You can see who has access, but not change it.');
  const permission = dialog(app).getByRole('combobox', { name: 'Permission of Ben Ray' });
  await expect(permission).toHaveValue('write');
  await expect(permission).toBeDisabled();
  await expect(dialog(app).getByRole('button', { name: 'Give access' })).toHaveCount(0);
  expect(await violationsIn(window)).toEqual([]);
});

test('an admin can change only what their scopes allow', async ({ start, service }) => {
  const client = await service.client();
  const email = 'ben@example.org';
  await client.users.bulkImport({
    payload: [{ email, firstName: 'Ben', lastName: 'Ray', role: 'user' }],
  });
  const app = await start();
  const { window } = app;
  await openPeople(app, service, await service.token('*:read', '*:write'));
  const changeRole = async (): Promise<void> => {
    await window.getByRole('button', { name: 'Actions for Ben Ray' }).click();
    await window.getByRole('menuitem', { name: 'Change role…' }).click();
  };
  await changeRole();
  await dialog(app).getByRole('combobox', { name: 'Role' }).selectOption('admin');
  await expect(dialog(app)).toContainText('This admin can’t open any collection');
  for (const name of ['Read Users', 'Read Teams', 'Write Teams', 'Write All collections']) {
    await dialog(app).getByRole('checkbox', { name }).first().check();
  }
  await expect(dialog(app)).toContainText('This admin sees all collections');
  expect(await violationsIn(window)).toEqual([]);
  await dialog(app).getByRole('button', { name: 'Change role' }).click();
  await expect(row(app, 'Ben Ray')).toContainText('Admin');
  await changeRole();
  await expect(dialog(app).getByRole('checkbox', { name: 'Write Teams' })).toBeChecked();
  await expect(dialog(app).getByRole('checkbox', { name: 'Read All collections' })).toBeChecked();
  await dialog(app).getByRole('button', { name: 'Cancel' }).click();

  const token = await service.tokenOf(email, '*:read', '*:write');
  await addConnection(app, { name: 'As Ben', address: service.url, ...token });
  await window.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Connection: As Ben' })).toBeVisible();
  await synced(app);
  await window.getByRole('link', { name: 'People' }).click();
  const missing = 'Missing scopes: users:write, users-operations:write';
  await expect(window.getByRole('main').getByText(missing)).toBeVisible();
  await expect(window.getByRole('button', { name: 'Add people…' })).toBeDisabled();
  await window.getByRole('tab', { name: 'Teams' }).click();
  await window.getByRole('button', { name: 'New team' }).click();
  await dialog(app).getByRole('textbox', { name: 'Name' }).fill('Reviewers');
  await dialog(app).getByRole('button', { name: 'Save' }).click();
  await expect(row(app, 'Reviewers')).toBeVisible();
});

test('2,000 people are listed, found, and disabled together', async ({ start, service }) => {
  const client = await service.client();
  const everyone = Array.from({ length: 2000 }, (_, at) => ({
    email: `p${at}@example.org`,
    firstName: `Person ${at}`,
    lastName: at % 100 === 0 ? 'Last' : 'Other',
    role: 'user' as const,
  }));
  for (let at = 0; at < everyone.length; at += 500) {
    await client.users.bulkImport({ payload: everyone.slice(at, at + 500) });
  }
  const app = await start();
  const { window } = app;
  await openPeople(app, service, await service.token('*:read', '*:write'));
  await expect(window.getByText('2,001 users')).toBeVisible();
  expect(await window.getByRole('listitem').count()).toBeLessThan(100);
  await window.getByRole('searchbox', { name: 'Search names' }).fill('last');
  await expect(window.getByText('20 users')).toBeVisible();
  for (const name of ['Person 0 Last', 'Person 100 Last']) {
    await window.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  }
  await window.getByRole('button', { name: 'Disable' }).click();
  await expect(window.getByText('Disabled 2 users')).toBeVisible();
  await expect(row(app, 'Person 100 Last')).toContainText('Disabled');
});
