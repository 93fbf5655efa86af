import type { Locator } from '@playwright/test';
import { expect, test, type App } from './app.ts';
import { add, canvas, node, openEmptyCanvas } from './canvas.ts';

const editor = ({ window }: App, name: string): Locator => window.getByRole('textbox', { name });

/**
 * Checks that the canvas receives the next key: adds a note with its shortcut, and expects the note to
 * have the focus.
 */
const pressOnCanvas = async (app: App, text: string): Promise<void> => {
  const { keyboard } = app.window;
  await keyboard.press('n');
  await expect(editor(app, 'Note name')).toBeFocused();
  await keyboard.type(text);
  await keyboard.press('Escape');
  await expect(node(app, `${text}, Note`)).toBeFocused();
};

test.use({ motion: true });

test('the next key goes to the element that a person expects', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openEmptyCanvas(app);
  await add(app, 'p', 'Web', 200, 150);
  await add(app, 'd', 'Data', 500, 150);

  await test.step('a new flow is named at once, with letters that are commands elsewhere', async () => {
    await node(app, 'Web, Process').click();
    await keyboard.press('c');
    await node(app, 'Data, Data store').click();
    await expect(editor(app, 'Data flow name')).toBeFocused();
    await keyboard.type('data upload');
    await keyboard.press('Enter');
    await expect(node(app, 'Data flow data upload, from Web to Data')).toBeFocused();
    await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 3 elements/);
  });

  await test.step('after undo removes the focused element', async () => {
    await add(app, 'p', 'Gone', 350, 400);
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await expect(node(app, /^(Gone|New process), Process/)).toHaveCount(0);
    await pressOnCanvas(app, 'undone');
  });

  await test.step('after choosing an element in the list of the canvas', async () => {
    await keyboard.press('Escape');
    await window.getByRole('list', { name: 'Components' }).getByRole('button').first().click();
    await keyboard.press('F2');
    await expect(window.getByRole('textbox', { name: / name$/ })).toBeFocused();
    await keyboard.press('Escape');
  });

  await test.step('a new canvas is named at once, also from the command palette', async () => {
    await keyboard.press('Control+k');
    await window.getByRole('dialog', { name: 'Search' }).getByRole('textbox').fill('new canvas');
    await keyboard.press('Enter');
    await expect(window.getByRole('textbox', { name: 'New canvas name' })).toBeFocused();
    await keyboard.type('Payments');
    await keyboard.press('Enter');
    await expect(window.getByRole('tab', { name: 'Payments' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
    await pressOnCanvas(app, 'paid');
  });

  await test.step('after creating a threat model, by key and in the sidebar', async () => {
    await keyboard.press('Control+n');
    await window
      .getByRole('dialog', { name: 'New threat model' })
      .getByRole('textbox', { name: 'Title' })
      .fill('First');
    await keyboard.press('Enter');
    await expect(window.getByRole('treeitem', { name: 'First' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
    await pressOnCanvas(app, 'first');
    await window.getByRole('treeitem').first().click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'New threat model' }).click();
    await window
      .getByRole('dialog', { name: 'New threat model' })
      .getByRole('textbox', { name: 'Title' })
      .fill('Second');
    await window.getByRole('button', { name: 'Create' }).click();
    await expect(window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
    await pressOnCanvas(app, 'second');
  });

  await test.step('after deleting another threat model', async () => {
    await window.getByRole('treeitem', { name: 'First' }).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(window.getByRole('treeitem', { name: 'First' })).toHaveCount(0);
    await pressOnCanvas(app, 'deleted');
  });
});

test('the canvas is one Tab stop, and F6 moves between the parts of the window', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openEmptyCanvas(app);
  await add(app, 'p', 'Web', 200, 150);
  await add(app, 'd', 'Data', 500, 150);
  const [web, data] = [node(app, 'Web, Process'), node(app, 'Data, Data store')];

  await test.step('arrow keys move the focus, Enter selects, arrow keys move the element', async () => {
    await keyboard.press('Escape');
    await expect(data).toBeFocused();
    await keyboard.press('ArrowLeft');
    await expect(web).toBeFocused();
    await expect(web).not.toHaveClass(/selected/);
    const before = await web.boundingBox();
    await keyboard.press('Enter');
    await expect(web).toHaveClass(/selected/);
    await keyboard.press('ArrowDown');
    await expect.poll(async () => (await web.boundingBox())?.y).not.toBe(before?.y);
    await keyboard.press('Escape');
    await keyboard.press('End');
    await expect(data).toBeFocused();
  });

  await test.step('Tab leaves the canvas in both directions', async () => {
    const isOnDrawing = async (): Promise<boolean> =>
      await window.evaluate(() => document.activeElement?.closest('.react-flow') !== null);
    await keyboard.press('Tab');
    await expect.poll(() => isOnDrawing()).toBe(false);
    await data.focus();
    await keyboard.press('Shift+Tab');
    await expect(canvas(app)).not.toBeFocused();
    await expect.poll(() => isOnDrawing()).toBe(false);
  });

  await test.step('F6 goes to each part once and returns', async () => {
    await data.focus();
    const names: string[] = [];
    for (let time = 0; time < 6; time += 1) {
      await keyboard.press('F6');
      names.push(
        await window.evaluate(
          () =>
            document.activeElement?.closest('[data-region], aside')?.getAttribute('aria-label') ??
            '',
        ),
      );
    }
    expect(names).toContain('Inspector');
    expect(new Set(names).size).toBeGreaterThan(3);
    for (let time = 0; time < 6; time += 1) await keyboard.press('Shift+F6');
    await expect(data).toBeFocused();
  });
});

test('undo and redo show a message and go to the change', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openEmptyCanvas(app);
  await add(app, 'p', 'Web', 200, 150);
  await add(app, 'd', 'Data', 500, 150);
  await keyboard.press('Escape');
  await node(app, 'Web, Process').click();
  await keyboard.press('c');
  await node(app, 'Data, Data store').click();
  await keyboard.press('Escape');
  await node(app, 'Web, Process').click();
  await keyboard.press('Delete');
  await expect(window.getByText('Deleted Web with 1 data flow.')).toBeVisible();

  const undo = window.getByRole('button', { name: 'Undo', exact: true }).first();
  await expect(undo).toBeEnabled();
  await undo.hover();
  await expect(window.getByRole('tooltip')).toHaveText(/^Undo: Delete/);
  await undo.click();
  // The message disappears after some seconds, unless the pointer is over it.
  const undid = window.getByRole('alert').filter({ hasText: /^Undid: Delete/ });
  await undid.hover();
  await expect(node(app, 'Web, Process')).toBeVisible();
  await keyboard.press('Escape');
  await undid.getByRole('button', { name: 'Show' }).click();
  await expect(node(app, 'Web, Process')).toHaveClass(/selected/);
  await window.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(node(app, 'Web, Process')).toHaveCount(0);
});

/**
 * Reads the titles of all enabled commands from the native menu. Returns them as the palette shows
 * them.
 */
const commandTitles = async ({ application }: App): Promise<string[]> =>
  await application.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) =>
      (menu.submenu?.items ?? [])
        .filter(({ type, role, enabled }) => type !== 'separator' && !role && enabled)
        .flatMap((item) =>
          item.submenu
            ? item.submenu.items
                .filter(({ type, enabled }) => type !== 'separator' && enabled)
                .map(({ label }) => `${item.label}: ${label}`)
            : [item.label],
        ),
    ),
  );

/**
 * The commands that take the focus from the canvas, because they open a page, a file dialog, or the
 * palette, or focus another part of the window. “Help: Getting started” is the only help page that is
 * tested, because all help pages are in one dialog.
 */
const leavesCanvas =
  /^(?:Help: (?!Getting)|Codex|People|Threat register|Threats of this model|Overview of this model|Export: (?:Graph|Open Threat Model)|Import|Search|(?:Next|Previous) part of the window)/;

/**
 * The commands that open another canvas. The opened canvas receives keys only after its document has
 * been read.
 */
const opensAnother = /(?:Duplicate|Next|Previous|Delete) canvas|^Go (?:back|forward)/;

/** The command that opens its dialog only after it has read the versions. */
const opensLate = /^Compare with an earlier version/;

/**
 * Runs a command by its title, and closes what the command opened. Returns false if the command is
 * disabled.
 */
const runAndClose = async ({ window }: App, title: string): Promise<boolean> => {
  const { keyboard } = window;
  await keyboard.press('Control+a');
  await keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill(title);
  const entry = palette.getByText(title, { exact: true });
  // If sync finishes before the click, it can disable the command. Then the click reaches its time
  // limit, and the command counts as disabled.
  const isEnabled =
    (await entry.count()) > 0 &&
    (await entry
      .first()
      .click({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      ));
  if (!isEnabled) await keyboard.press('Escape');
  await expect(palette).toBeHidden();
  const opened = window.locator('[role=dialog], [role=menu]');
  if (isEnabled && opensLate.test(title)) await expect(opened).not.toHaveCount(0);
  await expect(async () => {
    for (let time = 0; time < 3; time += 1) await keyboard.press('Escape');
    await expect(opened).toHaveCount(0, { timeout: 500 });
  }).toPass();
  return isEnabled;
};

test('after every command, the canvas gets the next key', async ({ start }) => {
  test.slow();
  const app = await start();
  await openEmptyCanvas(app);
  await add(app, 'p', 'Web', 200, 150);
  await add(app, 'd', 'Data', 500, 150);
  await app.window.keyboard.press('Control+a');
  await expect.poll(() => commandTitles(app)).toContain('Duplicate');
  const titles = (await commandTitles(app)).filter((title) => !leavesCanvas.test(title));
  expect(titles.length).toBeGreaterThan(40);
  const tabs = app.window.getByRole('tablist', { name: 'Canvases' });
  const openTab = tabs.getByRole('tab', { selected: true });
  let tried = 0;
  for (const title of titles) {
    await test.step(title, async () => {
      const before = await openTab.innerText();
      if (!(await runAndClose(app, title))) return;
      if (opensAnother.test(title)) {
        await expect(openTab).not.toHaveText(before);
        if (title.includes('Duplicate')) await expect(openTab).toHaveText(/\(copy/);
        await expect(canvas(app)).toBeFocused();
      }
      tried += 1;
      await app.window.keyboard.press('n');
      await expect(editor(app, 'Note name')).toBeFocused();
      await app.window.keyboard.press('Escape');
      await app.window.keyboard.press('Delete');
    });
  }
  expect(tried).toBeGreaterThan(30);
});
