import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { root } from '../build/root.ts';
import { languageNames } from '../shared/locales/languages.ts';
import { pseudoLanguage } from '../shared/locales/pseudo.ts';
import { expect, test, type App } from './app.ts';
import { canvas } from './canvas.ts';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const sample = readFileSync(join(root, 'shared/sample/web-shop.otm.yaml'), 'utf8');

/** Texts that are the same in every language: names in the workspace, and names of languages. */
const content = [
  'Parapet',
  'Examples',
  'Office',
  ...textsIn(parse(sample)),
  ...Object.values(languageNames),
];

const dialogs: [name: string, keys: string][] = [
  ['palette', 'Control+k'],
  ['shortcuts', 'Control+/'],
  ['new threat model', 'Control+n'],
  ['report', 'Control+e'],
];

/** Reloads the window in the pseudo-locale. The main process keeps the language of the system. */
const translated = async (app: App): Promise<Page> => {
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await window.addInitScript((language) => {
    Object.defineProperty(navigator, 'language', { get: () => language });
  }, pseudoLanguage);
  await window.reload();
  await expect(window.locator('html')).toHaveAttribute('lang', pseudoLanguage);
  return window;
};

/** Returns the texts of the window that are not translated. */
const untranslated = async (window: Page): Promise<string[]> => {
  const texts = await window.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    const all = [...document.body.querySelectorAll('*')].filter(
      (each) => each.checkVisibility() && !each.closest('time, .react-flow__attribution'),
    );
    const own = (element: Element): string[] =>
      [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data);
    return all.flatMap((element) => [
      ...own(element),
      // These attributes are left out if the element has `aria-labelledby`, which takes precedence over
      // them.
      ...(element.hasAttribute('aria-labelledby') ? [] : attributes).map(
        (name) => element.getAttribute(name) ?? '',
      ),
    ]);
  });
  const known = content.toSorted((one, other) => other.length - one.length);
  const rest = (text: string): string => {
    let left = text;
    // A text that was cut to fit the canvas ends with “…” instead of “⟧”.
    while (/⟦[^⟦⟧]*[⟧…]/.test(left)) left = left.replaceAll(/⟦[^⟦⟧]*[⟧…]/g, '');
    for (const name of known) left = left.replaceAll(name, '');
    return left;
  };
  return [...new Set(texts.filter((text) => /\p{L}{2}/u.test(rest(text))))];
};

/** Returns the texts that are cut off at a side to which a person cannot scroll. */
const cutOff = async (window: Page): Promise<string[]> =>
  await window.evaluate(() => {
    const isText = (node: ChildNode): boolean =>
      node instanceof Text && node.data.includes('⟦') && node.data.trim() !== '';
    const clips = (element: Element): boolean =>
      ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
    const scrolls = (element: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || ![...element.childNodes].some(isText)) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, width } = range.getBoundingClientRect();
      if (width <= 1) continue;
      for (let at: Element | null = element; at && !scrolls(at); at = at.parentElement) {
        const box = at.getBoundingClientRect();
        const ends = at === document.body ? { left: 0, right: innerWidth } : box;
        // This element is only for screen readers, or is hidden until it has the focus.
        if (box.width <= 1 || getComputedStyle(at).clipPath !== 'none') break;
        if (!clips(at) && at !== document.body) continue;
        if (left < ends.left - 1 || right > ends.right + 1) found.push(element.textContent);
        break;
      }
    }
    return found;
  });

const check = async (window: Page, screen: string): Promise<void> => {
  await test.step(screen, async () => {
    expect.soft(await untranslated(window), `${screen}: not translated`).toEqual([]);
    expect.soft(await cutOff(window), `${screen}: cut off`).toEqual([]);
  });
};

test('every screen is translated, and longer texts fit', async ({ start }) => {
  const window = await translated(await start());
  const { keyboard } = window;
  const drawing = window.getByRole('application', { name: /⟦/ }).first();
  const dialog = window.getByRole('dialog');
  await expect(drawing).toBeVisible();
  await check(window, 'canvas');

  await window.locator('[data-id="web-app-box"]').click({ position: { x: 6, y: 6 } });
  await expect(window.getByRole('textbox', { name: /Title|Tîtlé/ })).toHaveValue('Web app');
  await check(window, 'inspector');

  await drawing.click({ button: 'right', position: { x: 200, y: 8 } });
  await expect(window.getByRole('menu')).toBeVisible();
  await check(window, 'context menu');
  await keyboard.press('Escape');

  await keyboard.press('Control+j');
  await expect(window.getByRole('tabpanel')).toBeVisible();
  await check(window, 'bottom panel');

  for (const [name, keys] of dialogs) {
    await keyboard.press(keys);
    await expect(dialog).toBeVisible();
    await check(window, name);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  await keyboard.press('Control+,');
  await expect(dialog).toBeVisible();
  // The last section is left out, because its names and licenses of packages are the same in every
  // language.
  for (const section of (await dialog.getByRole('tab').all()).slice(0, -1)) {
    await section.click();
    await expect(section).toHaveAttribute('aria-selected', 'true');
    await check(window, `settings: ${(await section.textContent()) ?? ''}`);
  }
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await window.getByRole('link', { name: /Hömé/ }).first().click();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await check(window, 'home');
});
