import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns the rules that the window breaks, each with the elements that break it. */
export const violationsIn = async (window: Page, rules?: string[]): Promise<unknown[]> => {
  const axe = new AxeBuilder({ page: window }).setLegacyMode();
  // Without this option, axe also describes all elements that break no rule, which takes half of its
  // time.
  axe.options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
};

/**
 * Checks what the window shows now: colors in both color schemes, and all other rules in one color
 * scheme.
 */
export const expectAccessible = async (window: Page, screen: string): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await window.emulateMedia({ colorScheme });
    const page = window.locator('html');
    await expect(page).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const found = await violationsIn(window, colorScheme === 'dark' ? colorRules : undefined);
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
};
