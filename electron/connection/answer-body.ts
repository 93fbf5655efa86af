import { AnswerLost } from './answer-failures.ts';

/** Statuses without a body, even if `Content-Length` is set. */
const bodiless = new Set([204, 205, 304]);

/** Returns `null` for a compressed body: its `Content-Length` is the compressed size. */
const announcedLength = ({ headers, status }: Response): number | null => {
  const length = headers.get('content-length');
  const isPacked = (headers.get('content-encoding') ?? 'identity') !== 'identity';
  return length === null || isPacked || bodiless.has(status) ? null : Number(length);
};

const joined = (pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> => {
  const [first] = pieces;
  if (first && pieces.length === 1) return first;
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
};

/**
 * Reads the whole body of an answer and calls `onChunk` for every chunk. Throws `AnswerLost` if the
 * body is cut off or does not have the announced length.
 */
export const wholeBody = async (
  response: Response,
  onChunk: () => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    const body: AsyncIterable<Uint8Array<ArrayBuffer>> | null = response.body;
    for await (const piece of body ?? []) {
      onChunk();
      pieces.push(piece);
    }
  } catch (cause) {
    throw new AnswerLost('The response was cut off.', { cause });
  }
  const bytes = joined(pieces);
  const announced = announcedLength(response);
  if (announced !== null && announced !== bytes.length) {
    throw new AnswerLost(
      `The response was cut off: received ${bytes.length} of ${announced} bytes.`,
    );
  }
  return bytes;
};

/** Returns the same answer with the body that was read; `null` for statuses without a body. */
export const answerOf = ({ status, headers }: Response, bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bodiless.has(status) ? null : bytes, { status, headers });

export const notJson = Symbol('not JSON');

/**
 * Parses JSON. Returns `undefined` for an empty text and `notJson` for text that is not JSON, such
 * as a page. Text that begins like JSON but does not parse was cut off.
 */
export const parsedJson = (endpoint: string, text: string): unknown => {
  const json = text.trim();
  if (json === '') return undefined;
  try {
    return JSON.parse(json);
  } catch (cause) {
    if (!/^[[{]/.test(json)) return notJson;
    throw new AnswerLost(`${endpoint}: the response was cut off.`, { cause });
  }
};
