import { AnswerLost } from './answer-failures.ts';

/** These come without a body, whatever length they say that of the whole has. */
const bodiless = new Set([204, 205, 304]);

/** Nothing is known of the length where the body was packed for the way: it is that of the pack. */
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
 * All of an answer's body; `heard` is called with every piece that arrives. Throws `AnswerLost` for
 * a body that breaks off or is not as long as it says.
 */
export const wholeBody = async (
  response: Response,
  heard: () => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const piece of response.body ?? []) {
      heard();
      pieces.push(piece);
    }
  } catch (cause) {
    throw new AnswerLost('The answer broke off', { cause });
  }
  const bytes = joined(pieces);
  const announced = announcedLength(response);
  if (announced !== null && announced !== bytes.length) {
    throw new AnswerLost(`The answer broke off: ${bytes.length} of ${announced} bytes came`);
  }
  return bytes;
};

/** The same answer with its body at hand; `null` for the statuses that may have none. */
export const answerOf = ({ status, headers }: Response, bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bodiless.has(status) ? null : bytes, { status, headers });

export const notJson = Symbol('not JSON');

/**
 * The value of a text of JSON, `undefined` for an empty one, `notJson` for what never was any (a
 * page, a word). What begins as JSON and does not end as it was cut off.
 */
export const parsedJson = (endpoint: string, text: string): unknown => {
  const json = text.trim();
  if (json === '') return undefined;
  try {
    return JSON.parse(json);
  } catch (cause) {
    if (!/^[[{]/.test(json)) return notJson;
    throw new AnswerLost(`${endpoint}: the answer broke off`, { cause });
  }
};
