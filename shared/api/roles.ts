import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './values.ts';

/**
 * The version and the date of a catalog. A catalog is fixed data. Its version has the form
 * `YYYY-MM-DD-N`.
 */
export const catalogFacts = {
  version: z.string().regex(/^\d{4}-\d{2}-\d{2}-\d+$/),
  updatedAt: timestamp,
};

export const catalogEntry = z.object({
  key: z.string(),
  description: z.string(),
  name: z.string(),
});

export const roles = {
  list: endpoint('GET', '/roles', {
    scope: 'roles:read',
    answers: 'catalog',
    summary: 'List roles',
  })
    .input(z.object({}))
    .output(z.object({ ...catalogFacts, roles: z.array(catalogEntry) })),
};
