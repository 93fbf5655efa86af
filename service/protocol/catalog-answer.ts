import { z } from 'zod';
import type { Answer } from './answer.ts';
import { entityTag, isKnown } from './entity-tag.ts';
import type { Incoming } from './incoming.ts';

const dated = z.object({ updatedAt: z.string() });

/**
 * Returns a response with fixed data that anyone may cache for a day, and with the headers that the
 * specification requires (section "Roles"). Returns 304 if the client's ETag is current. If the client
 * sent no ETag, returns 304 if the date that it sent is current.
 */
export const catalogAnswer = (
  catalog: unknown,
  text: string,
  header: Incoming['header'],
): Answer => {
  const modified = new Date(dated.parse(catalog).updatedAt);
  const tag = entityTag(text);
  const answerHeaders = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=600',
    etag: tag,
    'last-modified': modified.toUTCString(),
  };
  const known = header('if-none-match');
  const isCurrent =
    known === null ? isAsNew(header('if-modified-since'), modified) : isKnown(known, tag);
  return isCurrent
    ? { status: 304, headers: answerHeaders, body: null }
    : { status: 200, headers: answerHeaders, body: text };
};

/**
 * Tells if the client's date is current. Compares whole seconds, because HTTP dates have no fractions.
 * An invalid date is not current.
 */
const isAsNew = (since: string | null, modified: Date): boolean =>
  since !== null &&
  httpDate.test(since) &&
  Date.parse(since) >= Math.floor(modified.getTime() / 1000) * 1000;

/** A date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
