import { z } from 'zod';
import { bulkLimit, identifier, reference, storable, timestamp } from './endpoint.ts';

/** What the three kinds of codex entry have in common. */

const url = storable.trim().min(1).max(2000);

export const resource = z.object({ url: z.string(), title: z.string() });
export type Resource = z.infer<typeof resource>;
export const resourcesInput = z.array(z.object({ url, title: storable.trim().max(500) })).max(200);

/** Of the full records that creating many answers. */
export const fullFacts = {
  codex: reference,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
};

export const searchQuery = z.object({ text: storable.max(500) });
export const manyIds = z.object({ ids: z.array(identifier).min(1).max(bulkLimit) });
