import type { ConnectionProblem } from '#shared/desktop/connections.ts';

type BaseUrls = { ok: true; candidates: string[] } | { ok: false; problem: ConnectionProblem };

/**
 * The path of the API in a service's address. If a typed address does not end with this path, both the
 * address alone and the address with this path are tried.
 */
export const apiPath = '/api/v1';

/**
 * The maximum length of an address in characters. Longer addresses are refused, because parsing an
 * address takes quadratic time.
 */
const maxLength = 2048;

/**
 * Tells if the host is this computer. Requests to this computer need no encryption, because they do not
 * leave it.
 */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

const hasScheme = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

const refused = (kind: 'address_invalid' | 'address_insecure'): BaseUrls => ({
  ok: false,
  problem: { kind },
});

/**
 * Returns the addresses that the typed text may mean, in the order in which to try them. Adds https if
 * the text has no scheme. If the address does not end with the path of the API, a second address with
 * that path follows.
 */
export const baseUrlsOf = (typed: string): BaseUrls => {
  const text = typed.trim();
  if (text.length > maxLength) return refused('address_invalid');
  const url = URL.parse(hasScheme(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol)) return refused('address_invalid');
  const more = [url.username, url.password, url.search, url.hash];
  if (url.hostname === '' || more.some((part) => part !== '')) return refused('address_invalid');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refused('address_insecure');
  const given = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const candidates = given.endsWith(apiPath) ? [given] : [given, `${given}${apiPath}`];
  return { ok: true, candidates };
};
