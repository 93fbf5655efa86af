import { createHash } from 'node:crypto';

/** A strong tag: the same for the same bytes, and for them alone. */
export const entityTag = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** `If-Match`: strong comparison, so a weak tag never matches (RFC 9110, 13.1.1). */
export const ifMatch = (header: string, tag: string): boolean =>
  tagsOf(header).some((wanted) => wanted === '*' || wanted === tag);

/** Whether `If-None-Match` names what the client has already: weak comparison. */
export const isKnown = (header: string | null, tag: string): boolean =>
  header !== null &&
  tagsOf(header).some((known) => known === '*' || known.replace(/^W\//, '') === tag);
