/**
 * Returns the indexes of a longest increasing subsequence, in n log n steps. For each length, `ends` has
 * the index of the lowest number with which a subsequence of this length ends. For each number, `before`
 * has the index of its predecessor.
 */
export const longestRising = (numbers: readonly number[]): number[] => {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, number] of numbers.entries()) {
    const length = firstNotBelow(ends, numbers, number);
    before.push(ends[length - 1] ?? -1);
    ends[length] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.push(at);
  return run.toReversed();
};

const firstNotBelow = (
  ends: readonly number[],
  numbers: readonly number[],
  number: number,
): number => {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
};
