import type { Limits } from './limits.ts';

type Waiting = { bytes: number; enter: () => void };

type Token = { active: number; bytes: number; waiting: Set<Waiting> };

/** One admitted request. */
export type Visit = {
  /** Reports the size of the response that the client has to read. */
  answered: (bytes: number) => void;
  /**
   * The caller of `enter` must call this when the client has read the response or is gone. Until then,
   * the request counts.
   */
  leave: () => void;
};

export type Asking = {
  /**
   * The size of the request's body, in bytes. For a chunked body, whose size is unknown until it has
   * arrived, this is the largest size that the route allows.
   */
  bytes: number;
  signal: () => AbortSignal;
};

export type TokenGate = {
  /**
   * Waits until the limits of the token allow another request in progress. Returns `undefined` if too
   * many requests of the token wait already, or if the client disconnects during the wait.
   */
  enter: (tokenId: string, asking: Asking) => Promise<Visit | undefined>;
};

/** The time, in milliseconds, for which a token counts as in use after its last request. */
const recentMs = 1000;

/**
 * Limits the concurrent requests of each token, from reading the body to the last byte of the response.
 * Further requests wait. The more tokens are in use, the fewer requests of each token run at a time, so
 * that a client has to wait for only a few requests of another client.
 *
 * A client that does not read its responses blocks only itself, because a request counts until its
 * response is read. Unread responses also have a limit in bytes, which bounds the memory that a client
 * can take.
 */
export const tokenGate = (
  { atOnce, minAtOnce, waiting: maxWaiting, bytes: maxBytes }: Limits['token'],
  nowMs = () => performance.now(),
): TokenGate => {
  const tokens = new Map<string, Token>();
  /** The time of each token's last request, the oldest first. */
  const recent = new Map<string, number>();

  const share = (): number =>
    Math.min(atOnce, Math.max(minAtOnce, Math.floor(atOnce / Math.max(1, recent.size))));

  const mayEnter = (token: Token, bytes: number): boolean =>
    token.active < share() &&
    token.bytes < maxBytes &&
    (token.bytes === 0 || token.bytes + bytes <= maxBytes);

  const seen = (id: string): void => {
    const now = nowMs();
    recent.delete(id);
    recent.set(id, now);
    for (const [other, at] of recent) {
      if (now - at < recentMs) break;
      recent.delete(other);
    }
  };

  const next = (id: string, token: Token): void => {
    for (const waiting of token.waiting) {
      if (!mayEnter(token, waiting.bytes)) continue;
      token.waiting.delete(waiting);
      waiting.enter();
    }
    if (token.active === 0) tokens.delete(id);
  };

  const visit = (id: string, token: Token, bodyBytes: number): Visit => {
    token.active += 1;
    token.bytes += bodyBytes;
    let ownBytes = bodyBytes;
    let isInside = true;
    return {
      answered: (bytes) => {
        token.bytes += bytes;
        ownBytes += bytes;
      },
      leave: () => {
        if (!isInside) return;
        isInside = false;
        token.active -= 1;
        token.bytes -= ownBytes;
        next(id, token);
      },
    };
  };

  return {
    enter: async (id, { bytes, signal }) => {
      const token = tokens.get(id) ?? { active: 0, bytes: 0, waiting: new Set<Waiting>() };
      tokens.set(id, token);
      seen(id);
      if (mayEnter(token, bytes)) return visit(id, token, bytes);
      if (token.waiting.size >= maxWaiting) return undefined;
      const left = signal();
      return await new Promise((resolve) => {
        const leave = (): void => {
          token.waiting.delete(waiting);
          resolve(undefined);
        };
        const waiting: Waiting = {
          bytes,
          enter: () => {
            left.removeEventListener('abort', leave);
            resolve(visit(id, token, bytes));
          },
        };
        token.waiting.add(waiting);
        left.addEventListener('abort', leave, { once: true });
      });
    },
  };
};
