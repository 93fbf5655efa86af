import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Returns the rules that the window breaks, each with the elements that break it. */
export const violationsIn = async (window: Page): Promise<unknown[]> => {
  const axe = new AxeBuilder({ page: window }).setLegacyMode();
  // Otherwise axe also describes all elements that break no rule, which takes half of the time.
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
};

/** Checks what the window shows now, in both color schemes. */
export const expectAccessible = async (window: Page, what: string): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await window.emulateMedia({ colorScheme });
    const page = window.locator('html');
    await expect(page).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect.soft(await violationsIn(window), `${what}, ${colorScheme}`).toEqual([]);
  }
};
