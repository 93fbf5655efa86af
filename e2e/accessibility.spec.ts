import { expect, test } from './app.ts';
import { expectAccessible, violationsIn } from './violations.ts';

test('axe finds no violation on any screen, light or dark', async ({ start }) => {
  test.slow();
  const { window } = await start();
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await expectAccessible(window, 'canvas');

  await window.getByRole('group', { name: 'Web app, Process' }).first().click();
  await expect(window.getByRole('textbox', { name: 'Add threat' })).toBeVisible();
  await expectAccessible(window, 'inspector');

  await window.keyboard.press('Control+Shift+O');
  await expect(window.getByRole('treeitem', { name: /^Web app, Process/ })).toBeFocused();
  await window.keyboard.press('d');
  await window.keyboard.press('Enter');
  await window.keyboard.press('Control+Shift+M');
  await expect(window.getByRole('button', { name: /^Connect to… Data store/ })).toBeVisible();
  await window.keyboard.press('Control+f');
  await window.keyboard.type('process');
  await expect(window.getByRole('search').getByRole('status')).toContainText('of');
  await expectAccessible(window, 'outline, checks, and search');
  await window.keyboard.press('Escape');

  await window.keyboard.press('Shift+C');
  await expect(window.getByRole('dialog')).toBeVisible();
  await expectAccessible(window, 'connect');
  await window.keyboard.press('Escape');

  await window.keyboard.press('Control+k');
  await expect(window.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await expectAccessible(window, 'palette');
  await window.keyboard.press('Escape');

  await window.keyboard.press('Control+e');
  await expect(window.getByRole('dialog', { name: 'Export report' })).toBeVisible();
  await expectAccessible(window, 'report');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill('Image (PNG)');
  await palette.getByText('Export: Image (PNG)…').click();
  await expect(window.getByRole('dialog', { name: 'Export image' })).toBeVisible();
  await expect(window.getByText(/pixels$/)).toBeVisible();
  await expectAccessible(window, 'image');
  await window.keyboard.press('Escape');

  await window.getByRole('application', { name: /^Canvas, / }).focus();
  await window.keyboard.press('Control+a');
  await window.keyboard.press('Shift+F10');
  await expect(window.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expectAccessible(window, 'menu of a selection');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+Alt+m');
  await expect(window.getByRole('dialog', { name: 'Move to another canvas' })).toBeVisible();
  await expectAccessible(window, 'move to another canvas');
  await window.keyboard.press('Escape');

  await window.getByRole('button', { name: 'Add canvas' }).press('Enter');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
  await expect(window.getByRole('application', { name: /^Canvas, / })).toBeFocused();
  await expectAccessible(window, 'empty canvas');

  await window.getByRole('link', { name: 'Home' }).click();
  await expect(window.getByRole('heading', { name: 'Threat models' })).toBeVisible();
  await expectAccessible(window, 'home');
});

test('everything can be used in forced colors and at twice the size', async ({ start }) => {
  const { application, window } = await start();
  const drawing = window.getByRole('application', { name: /^Canvas, / });
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await window.emulateMedia({ forcedColors: 'active' });
  // The minimap dims the area outside the viewport with an overlay. In forced colors there must be no
  // overlay, because it would be opaque and hide the minimap.
  const zoomIn = window.getByRole('button', { name: 'Zoom in' });
  for (let time = 0; time < 3; time += 1) await zoomIn.click();
  const map = window.getByRole('img', { name: 'Minimap' });
  const frame = map.locator('div');
  await expect(frame).toHaveCSS('outline-style', 'none');
  await window.keyboard.press('Control+p');
  await window.getByRole('textbox', { name: 'Go to element' }).fill('webhooks');
  await window.keyboard.press('Enter');
  const chosen = window.locator('.mantine-SegmentedControl-indicator').first();
  await expect(chosen).toHaveCSS('border-top-width', '2px');
  expect(await violationsIn(window)).toEqual([]);
  await window.emulateMedia({ forcedColors: 'none' });

  await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
  );
  // In a narrow window, the sidebar is hidden first, and the inspector stays.
  const sidebar = window.getByRole('tree', { name: 'Collections and threat models' });
  await expect(sidebar).toBeHidden();
  await expect(window.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  const inside = await drawing.boundingBox();
  const tools = await window.getByRole('toolbar', { name: 'Zoom' }).boundingBox();
  expect(inside?.width).toBeGreaterThanOrEqual(400);
  expect(tools?.x).toBeGreaterThan(inside?.x ?? 0);
  expect(await violationsIn(window)).toEqual([]);
  await drawing.click({ button: 'right', position: { x: 200, y: 8 } });
  await expect(window.getByRole('menu')).toBeInViewport({ ratio: 0.99 });
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: /sidebar/ }).click();
  await expect(sidebar).toBeVisible();
  await expect(window.getByRole('complementary', { name: 'Inspector' })).toBeHidden();
});
