/**
 * The response is a redirect. A redirect is never followed, because its target would receive the secret
 * or the access token.
 */
export class Redirected extends Error {
  /**
   * The scheme, host, and port of the target. The path is omitted, because it may contain private data.
   */
  readonly to: string;

  constructor(url: string) {
    const to = URL.parse(url)?.origin ?? '';
    super(`The address redirects to ${to}`);
    this.name = 'Redirected';
    this.to = to;
  }
}

/** The part of Electron's `Session` that this file uses. */
type Session = {
  webRequest: {
    onBeforeRedirect(listener: (details: { url: string; redirectURL: string }) => void): void;
  };
  fetch(url: string, init: RequestInit): Promise<Response>;
};

export type Network = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Returns a function that sends requests through Chromium, with the proxy and certificates of the
 * system. `session` is in memory and is not the window's session, so cookies and responses are neither
 * stored nor shared.
 *
 * The error message about a redirect has to name the target. Chromium's error does not name it, so an
 * event listener records the target before the error is thrown.
 */
export const createNetwork = (session: Session): Network => {
  const redirects = new Map<string, string>();
  session.webRequest.onBeforeRedirect(({ url, redirectURL }) => redirects.set(url, redirectURL));

  return async (url, init) => {
    const { href } = new URL(url);
    try {
      const options = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const;
      return await session.fetch(href, { ...init, ...options });
    } catch (error) {
      const to = redirects.get(href);
      throw to === undefined ? error : new Redirected(to);
    } finally {
      redirects.delete(href);
    }
  };
};
