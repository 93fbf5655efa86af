/** Returns the value that all elements have in common, or `undefined` if their values differ. */
export const valueOfAll = <Element, Value>(
  elements: readonly Element[],
  of: (element: Element) => Value,
): Value | undefined => {
  const [first, ...others] = new Set(elements.map(of));
  return others.length === 0 ? first : undefined;
};
