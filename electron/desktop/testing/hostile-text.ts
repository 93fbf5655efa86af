import fc from 'fast-check';

/**
 * The maximum length of a text in characters. A parser that takes quadratic time is noticeably slow for
 * such a text, while other parsers read it within milliseconds.
 */
const longest = 40_000;

/**
 * Generates hostile texts: random tokens of a language, one token repeated thousands of times, deep
 * nesting or indentation, and valid texts with small errors.
 */
export const hostileText = (
  parts: readonly string[],
  honest: readonly string[],
): fc.Arbitrary<string> => {
  const part = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...parts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  );
  const parted = fc.array(part, { maxLength: 6 }).map((all) => all.join(''));
  const count = fc.nat(20_000);
  const repeated = fc
    .tuple(parted, parted, count, parted)
    .map(([before, unit, times, after]) => before + unit.repeat(fitting(unit, times)) + after);
  const nested = fc.tuple(parted, count, parted, parted).map(([open, times, inner, close]) => {
    const fit = fitting(open + close, times);
    return open.repeat(fit) + inner + close.repeat(fit);
  });
  const indented = fc
    .tuple(parted, fc.nat(250))
    .map(([line, depth]) =>
      Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}${line}`).join('\n'),
    );
  const numbered = fc.tuple(parted, count, parted).map(([before, times, after]) =>
    Array.from({ length: fitting(`${before}00000${after}`, times) }, (_, at) => [before, at, after])
      .flat()
      .join(''),
  );
  const slipped = fc
    .tuple(fc.constantFrom(...honest), fc.nat(), parted, fc.nat(9))
    .map(([text, at, inserted, left]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + inserted + text.slice(index + left);
    });
  const random = fc.array(part, { maxLength: 200 }).map((all) => all.join(''));
  return fc.oneof(repeated, nested, indented, numbered, slipped, random);
};

const fitting = (unit: string, times: number): number =>
  Math.min(times, Math.floor(longest / Math.max(1, unit.length)));
