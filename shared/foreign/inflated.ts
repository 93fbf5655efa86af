import { Inflate, strFromU8 } from 'fflate/browser';

/**
 * `atob` exists in Node, browsers, and workers. It is declared because `shared` is compiled without
 * their types.
 */
declare const atob: (text: string) => string;

/**
 * The number of bytes to inflate in one step. The output of a step is at most about a thousand times as
 * large as its input, so it fits into the memory.
 */
const step = 16 * 1024;

class TooLarge extends Error {}

/** Inflates base64 text. Returns null if the text is damaged or its output has more than `maxBytes`. */
export const inflated = (base64: string, maxBytes: number): string | null => {
  try {
    const binary = atob(base64.replaceAll(/\s/g, ''));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const parts: Uint8Array[] = [];
    let size = 0;
    let isComplete = false;
    const inflate = new Inflate((part, isLast) => {
      size += part.length;
      if (size > maxBytes) throw new TooLarge();
      // The output is copied, because the inflater reuses its memory.
      parts.push(part.slice());
      isComplete ||= isLast;
    });
    for (let at = 0; at < bytes.length; at += step) {
      inflate.push(bytes.subarray(at, at + step), at + step >= bytes.length);
    }
    // The parts are joined before they are decoded, because a character can begin in one part and end in
    // the next.
    return isComplete ? strFromU8(joined(parts, size)) : null;
  } catch {
    return null;
  }
};

const joined = (parts: readonly Uint8Array[], size: number): Uint8Array => {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
