import { z } from 'zod';
import type { Fetch } from '../../connection/fetch.ts';

const part = z.looseObject({ method: z.string(), path: z.string() });
const requests = z.object({ requests: z.array(part) });
const answers = z.object({ answers: z.array(z.unknown()) });

export type Part = z.infer<typeof part>;
type SendParts = (parts: readonly Part[]) => Promise<unknown[]>;
/** Handles a batch: returns the answers to its parts, or one answer to the whole batch. */
type OnBatch = (parts: readonly Part[], send: SendParts) => Promise<unknown[] | Response>;

/** Creates a network that records its requests and lets tests handle batches. */
export const batchNetwork = (reach: Fetch) => {
  const usual: OnBatch = (parts, send) => send(parts);
  const network = {
    /** Every request except those for tokens, as its method and the last part of its address. */
    sent: [] as string[],
    batches: [] as { parts: readonly Part[]; bytes: number }[],
    onBatch: usual,

    fetch: async (request: Request): Promise<Response> => {
      const { method, url } = request;
      if (url.endsWith('/auth')) return await reach(request);
      network.sent.push(`${method} ${url.slice(url.lastIndexOf('/') + 1)}`);
      if (!url.endsWith('/batch')) return await reach(request);
      const text = await request.clone().text();
      const { requests: parts } = requests.parse(JSON.parse(text));
      network.batches.push({ parts, bytes: text.length });
      let refused: Response | null = null;
      const send: SendParts = async (some) => {
        const body = JSON.stringify({ requests: some });
        const answer = await reach(new Request(url, { method, headers: request.headers, body }));
        if (answer.ok) return answers.parse(await answer.json()).answers;
        refused = answer;
        return [];
      };
      const given = await network.onBatch(parts, send);
      if (given instanceof Response) return given;
      return refused ?? Response.json({ answers: given });
    },
  };
  return network;
};
