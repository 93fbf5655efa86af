import type { Locator } from '@playwright/test';
import type { App } from './app.ts';

/**
 * How many rows the register lists or has selected. While a page replaces another, the main part
 * has more statuses.
 */
export const registerCount = ({ window }: App): Locator =>
  window
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ (of [\d,]+ )?(threat|mitigation)s?( selected)?$/ });
