import { z } from 'zod';

/** The kinds of results, in the order of the list. `element` is a drawn element without a component. */
export const searchKinds = [
  'collection',
  'threatModel',
  'canvas',
  'component',
  'element',
  'threat',
  'mitigation',
  'comment',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/**
 * The maximum length of a searched text, in characters. If a text is longer, the search uses only its
 * beginning.
 */
export const searchLength = 200;
const maxHits = 100;

export const searchQuerySchema = z.object({
  text: z.string().max(searchLength),
  limit: z.number().int().min(1).max(maxHits),
});

export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** A query for the threats or mitigations with a certain title, ignoring case. */
export const titledQuerySchema = z.object({
  kind: z.enum(['threat', 'mitigation']),
  title: z.string().max(500),
  limit: z.number().int().min(1).max(maxHits),
});
export type TitledQuery = z.infer<typeof titledQuerySchema>;

const titled = z.object({ id: z.string(), title: z.string() });

/** A found record or element, and the records that it belongs to. */
export const searchHitSchema = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  title: z.string(),
  /** The number of a threat, such as `T-12`, or `null` if the result has no number. */
  reference: z.string().nullable(),
  model: titled.nullable(),
  canvas: titled.nullable(),
  component: titled.nullable(),
  threatId: z.string().nullable(),
});

export type SearchHit = z.infer<typeof searchHitSchema>;
