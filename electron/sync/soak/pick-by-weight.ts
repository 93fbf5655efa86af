import type { Chance } from '../simulation/chance.ts';

export const pickByWeight = <Case extends { weight: number }>(
  chance: Chance,
  cases: readonly Case[],
): Case => {
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  let left = (chance.below(1_000_000) / 1_000_000) * total;
  for (const each of cases) {
    left -= each.weight;
    if (left < 0) return each;
  }
  throw new Error('there is nothing to choose from');
};
