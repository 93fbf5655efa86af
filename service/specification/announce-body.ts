import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { problemSchema, type Problem } from '#shared/api/problem.ts';

/** Announces a body of this size and returns the response without sending the body. */
export const announceBody = async (
  method: string,
  url: string,
  token: string,
  bytes: number,
): Promise<{ status: number | undefined; problem: Problem }> => {
  const announced = request(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': bytes,
    },
  });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      announced.once('response', resolve).once('error', reject).flushHeaders();
    });
    const problem = problemSchema.strict().parse(await json(response));
    return { status: response.statusCode, problem };
  } finally {
    announced.destroy();
  }
};
