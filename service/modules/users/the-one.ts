/** What came of an operation on several that was done to one. */
export const theOne = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('an operation on one record answered none');
  return item;
};
