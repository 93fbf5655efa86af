/** Returns the result of a bulk operation on a single item. */
export const theOne = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('an operation on one record answered none');
  return item;
};
