/** A redirect is never followed, because that would send the secret to its target. */
export class Redirected extends Error {
  /** The target: scheme, host, and port, without the path, which may contain private data. */
  readonly to: string;

  constructor(url: string) {
    const to = URL.parse(url)?.origin ?? '';
    super(`The address redirects to ${to}`);
    this.name = 'Redirected';
    this.to = to;
  }
}

/** The used part of Electron's session. */
type Session = {
  webRequest: {
    onBeforeRedirect(listener: (details: { url: string; redirectURL: string }) => void): void;
  };
  fetch(url: string, init: RequestInit): Promise<Response>;
};

type Network = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Sends requests through Chromium, with the proxy and certificates of the system. The session is in
 * memory and separate from the window's, so cookies and cached answers are neither stored nor
 * shared. Chromium rejects a redirect without naming its target, so the target is recorded here:
 * the error message for the person names it.
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
