import type { Locator } from '@playwright/test';
import type { App } from './app.ts';

/**
 * Finds the text with the number of rows that the register lists or has selected. While one page
 * replaces another, the main part contains other statuses too.
 */
export const registerCount = ({ window }: App): Locator =>
  window
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ (of [\d,]+ )?(threat|mitigation)s?( selected)?$/ });
