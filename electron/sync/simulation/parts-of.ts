import { z } from 'zod';

const partSchema = z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() });
const batchSchema = z.object({ requests: z.array(partSchema) });
const answersSchema = z.object({ answers: z.array(z.object({ status: z.number() })) });

/** One request, with the path below the address of the API. A request in a batch has a body too. */
export type Part = z.infer<typeof partSchema>;

/** A request, or the requests in a batch. */
export const partsOf = async (request: Request): Promise<Part[]> => {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/api/v1', '');
  if (path === '/batch') return batchSchema.parse(await request.clone().json()).requests;
  // A list counts as read when its first page was requested.
  const isLater = Number(searchParams.get('page') ?? 1) > 1;
  return isLater ? [] : [{ method: request.method, path }];
};

/** The writes that the service accepted: a single request, or those in a batch. `text` is their content. */
export const acceptedWrites = async (
  request: Request,
  answer: Response,
): Promise<(Part & { text: string })[]> => {
  if (request.method === 'GET' || !request.body || !answer.ok) return [];
  const text = await request.clone().text();
  const parts = await partsOf(request);
  if (!request.url.endsWith('/batch')) return parts.map((part) => ({ ...part, text }));
  const { answers } = answersSchema.parse(await answer.clone().json());
  return parts.flatMap((part, index) => {
    const isAccepted = part.method !== 'GET' && (answers[index]?.status ?? 500) < 300;
    return isAccepted ? [{ ...part, text: JSON.stringify(part.body ?? null) }] : [];
  });
};

/** The ID of the record in the path, or the last word of a path without an ID. */
export const targetOf = ({ path }: Part): string => path.slice(path.lastIndexOf('/') + 1);
