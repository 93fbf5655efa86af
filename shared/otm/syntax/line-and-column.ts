/** Returns the line and column of a character, counted from 1: `line 3, column 14`. */
export const lineAndColumn = (text: string, offset: number): string => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
};

/**
 * Returns a function like `lineAndColumn` for offsets in ascending order. The function passes over the
 * text only once.
 */
export const linesAndColumns = (text: string): ((offset: number) => string) => {
  let line = 1;
  let start = 0;
  return (offset) => {
    for (let end = text.indexOf('\n', start); end >= 0 && end < offset;) {
      line += 1;
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    return `line ${line}, column ${offset - start + 1}`;
  };
};
