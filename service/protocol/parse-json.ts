import { Refusal } from './refusal.ts';

const deepest = 100;

/**
 * Parses JSON text. Limits nesting, because the code that walks the value is recursive, and deep nesting
 * would overflow the stack. Rejects numbers that are too large for a double, because the service would
 * store and return null instead.
 */
export const parseJson = (bytes: Uint8Array): unknown => {
  const text = decode(bytes);
  // This check comes before parsing, because V8 needs seconds for ten megabytes of opening brackets.
  if (depthOf(text) > deepest) {
    throw new Refusal('validation_failed', `the body is nested deeper than ${deepest} levels`);
  }
  const value = parse(text);
  if (!isFinite(value)) {
    throw new Refusal('validation_failed', 'the body contains a number that is too large');
  }
  return value;
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('invalid_json', 'the body is not UTF-8');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal('invalid_json', error instanceof Error ? error.message : 'not JSON');
  }
};

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

const depthOf = (text: string): number => {
  let depth = 0;
  let highest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (opening.has(code)) highest = Math.max(highest, ++depth);
    else if (closing.has(code)) depth--;
  }
  return highest;
};

const isFinite = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isFinite);
};
