import { z } from 'zod';

/** The schemas of single values in requests and responses. */

/** Text without NUL characters, because PostgreSQL cannot store them. */
export const storable = z.string().regex(/^[^\0]*$/, 'must not contain a NUL character');

export const identifier = storable.max(200);
export const reference = z.object({ id: z.string() });
export const timestamp = z.iso.datetime();
export const title = storable.trim().min(1).max(500);
export const text = storable.max(100_000);
/** A first or last name. It may be empty, because a person may lack one of the two. */
export const name = storable.trim().max(200);
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a color such as #4c6ef5');
