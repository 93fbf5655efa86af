import { extname, isAbsolute, relative, resolve } from 'node:path';

/** The window's own origin. */
export const appOrigin = 'app://parapet';

/** Compared part by part: outside the browser, `URL.origin` is `null` for a scheme of our own. */
export const isAppUrl = ({ protocol, host }: URL): boolean => `${protocol}//${host}` === appOrigin;

/** The kinds of file that the window may load; nothing else is served. */
export const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * The file of `folder` that a URL of the window names, or `null`. Compared after parsing and
 * resolving: `..`, encoded or not, and another host lead nowhere.
 */
export const fileOfUrl = (url: string, folder: string): string | null => {
  const parsed = URL.parse(url);
  if (!parsed || !isAppUrl(parsed)) return null;
  const path = decodedPath(parsed.pathname);
  if (path === null) return null;
  const file = resolve(folder, `.${path === '/' ? '/index.html' : path}`);
  const inside = relative(folder, file);
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  return isInside && extname(file) in contentTypes ? file : null;
};

const decodedPath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};
