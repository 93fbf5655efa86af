import { Inflate, strFromU8 } from 'fflate/browser';

/** This function exists in Node, browsers, and workers, but `shared` includes the types of none of them. */
declare const atob: (text: string) => string;

/** Bytes to inflate in one step. The output of a step is at most a thousand times as large. */
const step = 16 * 1024;

class TooLarge extends Error {}

/** Inflates base64 text up to a size. Returns null if the text is damaged or too large. */
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
      // The inflater reuses its memory, so its output is copied.
      parts.push(part.slice());
      isComplete ||= isLast;
    });
    for (let at = 0; at < bytes.length; at += step) {
      inflate.push(bytes.subarray(at, at + step), at + step >= bytes.length);
    }
    return isComplete ? parts.map((part) => strFromU8(part)).join('') : null;
  } catch {
    return null;
  }
};
