import type { Locator } from '@playwright/test';
import type { App } from './app.ts';

/**
 * Finds the text with the number of listed or selected rows. While one page replaces another, the main
 * part also contains elements with role `status` whose text does not match the pattern.
 */
export const registerCount = ({ window }: App): Locator =>
  window
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ (of [\d,]+ )?(threat|mitigation)s?( selected)?$/ });
