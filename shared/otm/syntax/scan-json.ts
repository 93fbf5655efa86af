/**
 * Facts about a JSON text that `JSON.parse` does not return: the error position (V8 omits it in some
 * messages), duplicate keys of an object, the depth, and the number of values. `scanJson` finds them in
 * one pass without recursion.
 */
type JsonScan = {
  /** The offset of the first invalid character; undefined for valid JSON. */
  error?: number;
  duplicates: { key: string; offset: number }[];
  depth: number;
  /** The number of values before the error. The scan stops as soon as this number exceeds the limit. */
  values: number;
};

type Level = { keys: Set<string> | undefined };

const blank = /[ \t\n\r]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

/**
 * Returns the end of a string. The string is not matched by one pattern, because a pattern would use
 * stack for every character of a long string.
 */
const endOfString = (text: string, start: number): number => {
  if (text[start] !== '"') return -1;
  let at = start + 1;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined || char < ' ') return -1;
    at = char === '\\' ? matchAt(escape, text, at) : at + 1;
    if (at < 0) return -1;
  }
  return -1;
};

type Expected = 'value' | 'key' | 'key or end' | 'value or end' | 'comma or end';

export const scanJson = (
  text: string,
  limits = { values: Infinity, duplicates: Infinity },
): JsonScan => {
  const scan: JsonScan = { duplicates: [], depth: 0, values: 0 };
  const levels: Level[] = [];
  const now: { at: number; expected: Expected } = { at: 0, expected: 'value' };

  const goTo = (at: number, expected: Expected): boolean => {
    now.at = at;
    now.expected = expected;
    return at >= 0;
  };
  const close = (): boolean => {
    levels.pop();
    return goTo(now.at + 1, 'comma or end');
  };
  const comma = (level: Level | undefined): boolean =>
    level !== undefined && text[now.at] === ',' && goTo(now.at + 1, level.keys ? 'key' : 'value');
  const key = (keys: Set<string>): boolean => {
    const end = endOfString(text, now.at);
    if (end < 0) return false;
    const name = text.slice(now.at + 1, end - 1);
    if (keys.has(name) && scan.duplicates.length < limits.duplicates) {
      scan.duplicates.push({ key: name, offset: now.at });
    }
    keys.add(name);
    const colon = matchAt(blank, text, end);
    now.at = colon;
    return text[colon] === ':' && goTo(colon + 1, 'value');
  };
  const value = (): boolean => {
    scan.values += 1;
    const open = text[now.at];
    if (open === '{' || open === '[') {
      levels.push({ keys: open === '{' ? new Set() : undefined });
      scan.depth = Math.max(scan.depth, levels.length);
      return goTo(now.at + 1, open === '{' ? 'key or end' : 'value or end');
    }
    const end = open === '"' ? endOfString(text, now.at) : matchAt(literal, text, now.at);
    return end >= 0 && goTo(end, 'comma or end');
  };
  const step = (): boolean => {
    const level = levels.at(-1);
    const { at, expected } = now;
    const isEnd = level !== undefined && text[at] === (level.keys ? '}' : ']');
    if (isEnd && expected.endsWith('end')) return close();
    if (expected === 'comma or end') return comma(level);
    return expected.startsWith('key') && level?.keys ? key(level.keys) : value();
  };

  for (;;) {
    now.at = matchAt(blank, text, now.at);
    if (now.at >= text.length) break;
    if (!step()) return { ...scan, error: now.at };
    if (scan.values > limits.values) return scan;
  }
  const isComplete = levels.length === 0 && now.expected === 'comma or end';
  return isComplete ? scan : { ...scan, error: text.length };
};
