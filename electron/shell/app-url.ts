import { extname, isAbsolute, relative, resolve } from 'node:path';

/** The window's own origin. */
export const appOrigin = 'app://parapet';

/**
 * Tells if the origin of a URL is `appOrigin`. Compares the protocol and the host, because outside a
 * browser, `URL.origin` is "null" for a custom scheme.
 */
export const isAppUrl = ({ protocol, host }: URL): boolean => `${protocol}//${host}` === appOrigin;

/** The content types of files that the window may load, by extension. Other files are not served. */
export const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/**
 * Returns the path of the file in `folder` that a URL of the window names. Returns `null` for any other
 * URL. The path is first decoded and resolved, and then checked. So `..` cannot lead out of the folder,
 * even if it is encoded.
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
