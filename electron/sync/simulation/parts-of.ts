import { z } from 'zod';

const partSchema = z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() });
const batchSchema = z.object({ requests: z.array(partSchema) });
const answersSchema = z.object({ answers: z.array(z.object({ status: z.number() })) });

/** One request, with the path below the address of the API. A request in a batch has a body too. */
export type Part = z.infer<typeof partSchema>;

/** Returns the requests in a batch, or a single request as the only part. */
export const partsOf = async (request: Request): Promise<Part[]> => {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/api/v1', '');
  if (path === '/batch') return batchSchema.parse(await request.clone().json()).requests;
  // A list counts as read when its first page is requested, so requests for later pages are left out.
  const isLater = Number(searchParams.get('page') ?? 1) > 1;
  return isLater ? [] : [{ method: request.method, path }];
};

type Write = Part & { text: string };

/**
 * Returns the writes in a request whose answer has a wanted status. A write is the request itself or, in
 * a batch, one of its parts. `text` is the body of the write.
 */
const writesWith = async (
  request: Request,
  answer: Response,
  isWanted: (status: number) => boolean,
): Promise<Write[]> => {
  if (request.method === 'GET' || !request.body) return [];
  const text = await request.clone().text();
  const parts = await partsOf(request);
  if (!request.url.endsWith('/batch')) {
    return isWanted(answer.status) ? parts.map((part) => ({ ...part, text })) : [];
  }
  if (!answer.ok) return [];
  const { answers } = answersSchema.parse(await answer.clone().json());
  return parts.flatMap((part, index) =>
    part.method !== 'GET' && isWanted(answers[index]?.status ?? 500)
      ? [{ ...part, text: JSON.stringify(part.body ?? null) }]
      : [],
  );
};

/** Returns the writes that the service accepted. */
export const acceptedWrites = async (request: Request, answer: Response): Promise<Write[]> =>
  await writesWith(request, answer, (status) => status < 300);

/** Returns the creates that the service refused because the person could not write or see the parent. */
export const refusedCreates = async (request: Request, answer: Response): Promise<Write[]> => {
  const refused = await writesWith(request, answer, (status) => [403, 404].includes(status));
  return refused.filter(({ method }) => method === 'POST');
};

const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

/** Returns the creates that sync takes as rejected. */
export const rejectedCreates = async (request: Request, answer: Response): Promise<Write[]> =>
  (await writesWith(request, answer, isRejection)).filter(({ method }) => method === 'POST');

/** Returns the ID of the record in the path, or the last word of a path without an ID. */
export const targetOf = ({ path }: Part): string => path.slice(path.lastIndexOf('/') + 1);
