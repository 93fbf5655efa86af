/** `..` and `.`, with plain or encoded dots. URL parsers resolve both. */
const dots = /^(?:\.|%2e){1,2}$/i;

const isAmbiguous = (path: string): boolean =>
  path.includes('\\') || path.split('/').some((segment) => dots.test(segment));

const noPath = new URL('http://service');

/**
 * Returns the URL of a request target. An invalid URL becomes a path without a route. So does a
 * path that the parser would change: a proxy's rules apply to the path that it sees, and
 * `/open/%2e%2e/users` or `/open/..\users` would be a different one here. For the same reason a
 * path such as `//x` is not parsed as a host.
 */
export const requestUrl = (target: string): URL => {
  const [path = ''] = target.split(/[?#]/, 1);
  if (isAmbiguous(path)) return noPath;
  return URL.parse(target.startsWith('/') ? `http://service${target}` : target) ?? noPath;
};
