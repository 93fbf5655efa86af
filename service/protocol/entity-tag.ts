import { hash } from 'node:crypto';

/** Returns a strong ETag: equal if and only if the bytes are equal. */
export const entityTag = (body: string): string => `"${hash('sha256', body, 'base64url')}"`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** Evaluates `If-Match` by strong comparison, so a weak tag never matches (RFC 9110, 13.1.1). */
export const ifMatch = (header: string, tag: string): boolean =>
  tagsOf(header).some((wanted) => wanted === '*' || wanted === tag);

/** Evaluates `If-None-Match` by weak comparison, and tells if the client already has this version. */
export const isKnown = (header: string | null, tag: string): boolean =>
  header !== null &&
  tagsOf(header).some((known) => known === '*' || known.replace(/^W\//, '') === tag);
