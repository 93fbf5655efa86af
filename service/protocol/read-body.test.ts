import { describe, expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* bodyOf(...chunks: unknown[]): AsyncGenerator {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield await Promise.resolve(chunk);
  }
}

const arriving = (chunks: unknown[], announced?: number) => ({
  header: (name: string) =>
    name === 'content-length' && announced !== undefined ? `${announced}` : null,
  body: bodyOf(...chunks),
});

const read = async (chunks: unknown[], limit: number, announced?: number): Promise<string> => {
  const body = await readBody(arriving(chunks, announced), { bytes: limit });
  return new TextDecoder().decode(body);
};

const tooLarge = (limit: number) => ({
  code: 'too_large',
  message: `the body may have at most ${limit} bytes`,
});

/** The size from which a body is collected in one piece of memory. */
const large = 2 ** 16 + 1;

describe('a body', () => {
  test.each([
    ['with a length', ['ab', 'cd', 'e'], 5],
    ['in chunks', ['ab', 'cd', 'e'], undefined],
    ['with an empty chunk', ['abcde', ''], undefined],
  ])('may have just as many bytes as the limit: %s', async (_, chunks, announced) => {
    expect(await read(chunks.map(bytes), 5, announced)).toBe('abcde');
  });

  test('of one more byte is refused, with a length before anything is read', async () => {
    await expect(read([bytes('abc'), bytes('def')], 5)).rejects.toMatchObject(tooLarge(5));
    const unread = arriving([new Error('this body was read')], 6);
    await expect(readBody(unread, { bytes: 5 })).rejects.toMatchObject(tooLarge(5));
  });

  test('that is large has all of its chunks in order', async () => {
    const chunks = ['a'.repeat(40_000), 'b'.repeat(25_000), 'c'.repeat(large - 65_000)];
    const whole = chunks.join('');
    expect(await read(chunks.map(bytes), large, large)).toBe(whole);
    expect(await read(chunks.map(bytes), large)).toBe(whole);
  });

  test('that is large cannot be longer than announced', async () => {
    const chunks = [bytes('a'.repeat(large)), bytes('b')];
    await expect(read(chunks, 2 * large, large)).rejects.toMatchObject(tooLarge(2 * large));
  });

  test('that is large and shorter than announced has nothing after its end', async () => {
    expect(await read([bytes('abc')], large, large)).toBe('abc');
  });

  test('that does not exist is empty', async () => {
    const body = await readBody({ header: () => null, body: null }, { bytes: 5 });
    expect(body).toEqual(new Uint8Array());
  });

  test('whose connection ends is refused, and another error is not hidden', async () => {
    const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    await expect(read([bytes('a'), reset], 5)).rejects.toMatchObject({
      code: 'invalid_json',
      message: 'the request body was cut off',
    });
    for (const bug of [new Error('a bug'), Object.assign(new Error('a bug'), { code: 'EBUG' })]) {
      await expect(read([bytes('a'), bug], 5)).rejects.toBe(bug);
    }
    await expect(read(['text'], 5)).rejects.toThrow(TypeError);
  });

  test('that does not arrive in time is refused, and its connection is closed', async () => {
    const never = (async function* endless() {
      yield await new Promise<never>(() => undefined);
    })();
    const slow = readBody({ header: () => null, body: never }, { bytes: 5, ms: 20 });
    await expect(slow).rejects.toMatchObject({
      code: 'invalid_json',
      message: 'the body did not arrive within 0.02 s',
      refinement: { headers: { connection: 'close' } },
    });
  });
});
