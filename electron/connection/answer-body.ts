import { AnswerLost } from './answer-failures.ts';

/** Statuses of responses that have no body, even if they have a `Content-Length`. */
const bodiless = new Set([204, 205, 304]);

/**
 * Returns the length of the body that `Content-Length` announces, or `null` if that length is unknown.
 * It is unknown for a compressed body, because the header then has the compressed length.
 */
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
 * Reads the whole body of a response and calls `onChunk` for every chunk. Throws `AnswerLost` if the
 * body was cut off or does not have the announced length.
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

/** Returns the response with `bytes` as its body, or without a body if its status allows none. */
export const answerOf = ({ status, headers }: Response, bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bodiless.has(status) ? null : bytes, { status, headers });

export const notJson = Symbol('not JSON');

/**
 * Parses JSON. Returns `undefined` for an empty text, and `notJson` for other text that is not JSON,
 * such as a web page. If the text begins like JSON but cannot be parsed, it was cut off, and
 * `AnswerLost` is thrown.
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
