/** A redirect is never followed: it would take the secret to wherever it leads. */
export class Redirected extends Error {
  /** Where to: scheme, host and port, without what a path may hold. */
  readonly to: string;

  constructor(url: string) {
    const to = URL.parse(url)?.origin ?? '';
    super(`The address redirects to ${to}`);
    this.name = 'Redirected';
    this.to = to;
  }
}

/** As much of Electron's as is used. */
type Session = {
  webRequest: {
    onBeforeRedirect(listener: (details: { url: string; redirectURL: string }) => void): void;
  };
  fetch(url: string, init: RequestInit): Promise<Response>;
};

type Network = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Chromium's network, with the system's proxy and certificates. The session is in memory and apart
 * from the window's, so no cookie and no cached answer of a service is kept or shared. Chromium
 * refuses a redirect without saying where it leads, which is what a person has to know.
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
