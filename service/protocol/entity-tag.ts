import { hash } from 'node:crypto';

/** Returns a strong ETag. Two bodies have equal ETags if and only if their bytes are equal. */
export const entityTag = (body: string): string => `"${hash('sha256', body, 'base64url')}"`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/**
 * Tells if `If-Match` is `*` or contains the ETag. The comparison is strong, so a weak ETag never
 * matches (RFC 9110, 13.1.1).
 */
export const ifMatch = (header: string, tag: string): boolean =>
  tagsOf(header).some((wanted) => wanted === '*' || wanted === tag);

/**
 * Tells if the client already has this version, because `If-None-Match` is `*` or contains the ETag. The
 * comparison is weak.
 */
export const isKnown = (header: string | null, tag: string): boolean =>
  header !== null &&
  tagsOf(header).some((known) => known === '*' || known.replace(/^W\//, '') === tag);
