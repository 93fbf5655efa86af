/** Where a character stands, as people count: `line 3, column 14`. */
export const placeIn = (text: string, offset: number): string => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
};
