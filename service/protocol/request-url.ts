/** The path segments `..` and `.`, with plain or encoded dots. URL parsers resolve both segments. */
const dots = /^(?:\.|%2e){1,2}$/i;

const isAmbiguous = (path: string): boolean =>
  path.includes('\\') ||
  ((path.includes('.') || path.includes('%')) &&
    path.split('/').some((segment) => dots.test(segment)));

const noPath = new URL('http://service');

/** The parts of a URL that the service uses. */
export type RequestUrl = Pick<URL, 'pathname' | 'searchParams'>;

/** A path and a query of characters that URL parsers leave as they are. */
const plain = /^(\/[\w~/-][\w.~/-]*)(?:\?([\w.~/=&,:%+-]*))?$/;

/**
 * Returns the URL of a request target. If the URL is invalid, or if the parser would change its path,
 * the result has a path without a route. Examples of changed paths are `/open/%2e%2e/users` and
 * `/open/..\users`. A proxy applies its rules to the path as the client sent it, so the service must
 * serve exactly that path. For the same reason, `//x` is not parsed as a host.
 */
export const requestUrl = (target: string): RequestUrl => {
  const [path = ''] = target.split(/[?#]/, 1);
  if (isAmbiguous(path)) return noPath;
  // Most requests take this shortcut, because parsing a whole URL takes several times as long.
  const [, pathname, query] = plain.exec(target) ?? [];
  if (pathname !== undefined) return { pathname, searchParams: new URLSearchParams(query ?? '') };
  return URL.parse(target.startsWith('/') ? `http://service${target}` : target) ?? noPath;
};
