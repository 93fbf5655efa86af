/**
 * Returns the number of elements that arrays yield while `work` runs: in a spread, a `for … of`, or a
 * destructuring. This measure of work is the same on every machine, however busy the machine is.
 */
export const countIterations = (work: () => void): number => {
  const iterators: unknown = Object.getPrototypeOf([].values());
  if (typeof iterators !== 'object' || iterators === null) throw new TypeError('no prototype');
  const next: unknown = Reflect.get(iterators, 'next');
  if (typeof next !== 'function') throw new TypeError('no iterators');
  let count = 0;
  const counted = function counted(this: unknown): unknown {
    count += 1;
    return Reflect.apply(next, this, []);
  };
  Reflect.set(iterators, 'next', counted);
  try {
    work();
  } finally {
    Reflect.set(iterators, 'next', next);
  }
  return count;
};
