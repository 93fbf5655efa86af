import type { Locator } from '@playwright/test';
import type { App } from './app.ts';

/**
 * Finds the text with the number of listed or selected rows. The pattern leaves out other statuses,
 * which are also in the main part while one page replaces another.
 */
export const registerCount = ({ window }: App): Locator =>
  window
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ (of [\d,]+ )?(threat|mitigation)s?( selected)?$/ });
