import { isAppUrl } from './app-url.ts';

/**
 * Decides where a link may lead. Compares parsed addresses, because `app://parapet.evil` also begins
 * with our origin. Outside the app, only https is allowed, because other schemes can start programs.
 */
export const classifyNavigation = (url: string): 'in-app' | 'external' | 'deny' => {
  const parsed = URL.parse(url);
  if (!parsed) return 'deny';
  if (isAppUrl(parsed)) return 'in-app';
  return parsed.protocol === 'https:' ? 'external' : 'deny';
};
