import { z } from 'zod';
import { bulkLimit } from './endpoint.ts';
import { identifier, reference, storable, timestamp } from './values.ts';

/** The parts that the three kinds of codex entry share. */

const url = storable.trim().min(1).max(2000);

export const resource = z.object({ url: z.string(), title: z.string() });
export type Resource = z.infer<typeof resource>;
export const resourcesInput = z.array(z.object({ url, title: storable.trim().max(500) })).max(200);

/** Additional fields that a codex entry has in the response to a bulk create. */
export const fullFacts = {
  codex: reference,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
};

export const searchQuery = z.object({ text: storable.max(500) });
export const manyIds = z.object({ ids: z.array(identifier).min(1).max(bulkLimit) });
