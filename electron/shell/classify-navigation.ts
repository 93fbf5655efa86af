import { isAppUrl } from './app-url.ts';

/**
 * Where a link may lead. Addresses are compared parsed: `app://parapet.evil` begins like ours too.
 * Only https leaves the app, because other schemes start programs.
 */
export const classifyNavigation = (url: string): 'in-app' | 'external' | 'deny' => {
  const parsed = URL.parse(url);
  if (!parsed) return 'deny';
  if (isAppUrl(parsed)) return 'in-app';
  return parsed.protocol === 'https:' ? 'external' : 'deny';
};
