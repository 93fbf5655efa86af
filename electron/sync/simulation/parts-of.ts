import { z } from 'zod';

const partSchema = z.object({ method: z.string(), path: z.string() });
const batchSchema = z.object({ requests: z.array(partSchema) });

/** One request, with the path below the address of the API. */
export type Part = z.infer<typeof partSchema>;

/** A request, or the requests in a batch. */
export const partsOf = async (request: Request): Promise<Part[]> => {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/api/v1', '');
  if (path === '/batch') return batchSchema.parse(await request.clone().json()).requests;
  // The first page is where a reading begins.
  const isLater = Number(searchParams.get('page') ?? 1) > 1;
  return isLater ? [] : [{ method: request.method, path }];
};

/** The id of the record that a part is about, or the last word of another path. */
export const targetOf = ({ path }: Part): string => path.slice(path.lastIndexOf('/') + 1);
