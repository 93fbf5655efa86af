/** `..` and `.`, with plain or encoded dots. URL parsers resolve both. */
const dots = /^(?:\.|%2e){1,2}$/i;

const isAmbiguous = (path: string): boolean =>
  path.includes('\\') ||
  ((path.includes('.') || path.includes('%')) &&
    path.split('/').some((segment) => dots.test(segment)));

const noPath = new URL('http://service');

/** The parts of a URL that are used. */
export type RequestUrl = Pick<URL, 'pathname' | 'searchParams'>;

/** A path and a query of characters that URL parsers leave as they are. */
const plain = /^(\/[\w~/-][\w.~/-]*)(?:\?([\w.~/=&,:%+-]*))?$/;

/**
 * Returns the URL of a request target. An invalid URL becomes a path without a route. So does a
 * path that the parser would change: a proxy's rules apply to the path that it sees, and
 * `/open/%2e%2e/users` or `/open/..\users` would be a different one here. For the same reason a
 * path such as `//x` is not parsed as a host.
 */
export const requestUrl = (target: string): RequestUrl => {
  const [path = ''] = target.split(/[?#]/, 1);
  if (isAmbiguous(path)) return noPath;
  // Parsing a whole URL takes several times as long.
  const [, pathname, query] = plain.exec(target) ?? [];
  if (pathname !== undefined) return { pathname, searchParams: new URLSearchParams(query ?? '') };
  return URL.parse(target.startsWith('/') ? `http://service${target}` : target) ?? noPath;
};
