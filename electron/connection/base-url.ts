import type { ConnectionProblem } from '#shared/desktop/connections.ts';

type BaseUrls = { ok: true; candidates: string[] } | { ok: false; problem: ConnectionProblem };

const apiPath = '/api/v1';

/** What is sent to this machine itself leaves it by no network, so it need not be encrypted. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

const hasScheme = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

const refused = (kind: 'address_invalid' | 'address_insecure'): BaseUrls => ({
  ok: false,
  problem: { kind },
});

/**
 * The addresses that a person may mean by what they typed, in the order to try them: an address
 * without the API's path may be one that has it. Without a scheme, https is meant.
 */
export const baseUrlsOf = (typed: string): BaseUrls => {
  const text = typed.trim();
  const url = URL.parse(hasScheme(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol)) return refused('address_invalid');
  const more = [url.username, url.password, url.search, url.hash];
  if (url.hostname === '' || more.some((part) => part !== '')) return refused('address_invalid');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refused('address_insecure');
  const given = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const candidates = given.endsWith(apiPath) ? [given] : [given, `${given}${apiPath}`];
  return { ok: true, candidates };
};
