/**
 * The places of a longest rising run of numbers, in n log n steps: for each length the run that ends
 * lowest is kept, and every number knows the one before it.
 */
export const longestRising = (numbers: readonly number[]): number[] => {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, number] of numbers.entries()) {
    const length = firstNotBelow(ends, numbers, number);
    before.push(ends[length - 1] ?? -1);
    ends[length] = place;
  }
  const run: number[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] ?? -1) run.push(place);
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
