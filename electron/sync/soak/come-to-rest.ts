import type { Staff } from './killing.ts';

const maxRounds = 40;
const quietRoundsWanted = 3;
const roundsBeforeGivingUp = 8;

/**
 * Runs one round for one person. Returns why the person is not at rest, or an empty list if the person
 * is.
 */
const unrestOf = async ({ person, proxy }: Staff, givesUp: boolean): Promise<string[]> => {
  const { writes } = proxy.counts;
  const report = await person.ask({ order: 'finish', givesUp });
  const open = report.pending + report.rejected + report.conflicts;
  if (open > 0 || report.failure !== null) return [`${person.who}: ${JSON.stringify(report)}`];
  return proxy.counts.writes > writes ? [`${person.who} still sends`] : [];
};

/**
 * Stops the faults, then has everybody decide all conflicts and sync until nobody has anything to
 * send. Returns the unfinished work if that never happens.
 */
export const comeToRest = async (staff: readonly Staff[]): Promise<string[]> => {
  for (const { person } of staff) await person.ask({ order: 'rest' });
  await Promise.all(staff.map(async ({ proxy }) => await proxy.calm()));
  let unrest: string[] = [];
  let quietRounds = 0;
  for (let round = 0; round < maxRounds && quietRounds < quietRoundsWanted; round += 1) {
    unrest = [];
    for (const each of staff) unrest.push(...(await unrestOf(each, round >= roundsBeforeGivingUp)));
    quietRounds = unrest.length === 0 ? quietRounds + 1 : 0;
  }
  return quietRounds < quietRoundsWanted ? unrest : [];
};
