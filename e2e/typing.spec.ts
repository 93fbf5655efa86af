import { expect, test, type App } from './app.ts';
import { canvas, openEmptyCanvas } from './canvas.ts';

type Strike = { keyCode: string; modifiers?: 'control'[] };

/**
 * Sends keys faster than a person can type: all of them arrive before the window has rendered what the
 * first key opens.
 */
const strike = async ({ application }: App, first: Strike, text: string): Promise<void> =>
  await application.evaluate(
    ({ webContents }, keys) => {
      const [page] = webContents.getAllWebContents();
      for (const key of keys) {
        page?.sendInputEvent({ type: 'keyDown', ...key });
        if (!key.modifiers) page?.sendInputEvent({ type: 'char', ...key });
        page?.sendInputEvent({ type: 'keyUp', ...key });
      }
    },
    [first, ...text.split('').map((keyCode): Strike => ({ keyCode }))],
  );

const withControl = (keyCode: string): Strike => ({ keyCode, modifiers: ['control'] });

/**
 * Some letters of this text are shortcuts that would add a process, a data store, or a note on the
 * canvas.
 */
const text = 'spondex';

test.use({ motion: true });

test('everything typed right after a key goes to the field that the key opens', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await openEmptyCanvas(app);
  const field = window.getByRole('textbox');

  await strike(app, withControl('k'), text);
  await expect(window.getByRole('dialog', { name: 'Search' }).getByRole('textbox')).toHaveValue(
    text,
  );
  await window.keyboard.press('Escape');
  await strike(app, withControl('n'), text);
  await expect(window.getByRole('dialog', { name: 'New threat model' })).toBeVisible();
  await expect(field.last()).toHaveValue(text);
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 0 elements/);

  await canvas(app).focus();
  await strike(app, { keyCode: 'p' }, text);
  await expect(window.getByRole('textbox', { name: 'Process name' })).toHaveValue(text);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('group', { name: `${text}, Process` })).toBeFocused();
  await strike(app, withControl('p'), text);
  await expect(window.getByRole('textbox', { name: 'Go to element' })).toHaveValue(text);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('group', { name: `${text}, Process` })).toBeFocused();
  await strike(app, withControl('f'), text);
  await expect(window.getByRole('textbox', { name: 'Find on canvas' })).toHaveValue(text);
  await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 1 element/);
});
