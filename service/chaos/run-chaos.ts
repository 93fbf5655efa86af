import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { z } from 'zod';
import { startPostgresServer } from '../testing/postgres-server.ts';
import { badDays, type BadDayName } from './bad-days.ts';
import { faultsOf } from './faults-of.ts';
import { survive } from './survive.ts';

// Usage: npm run chaos -- --minutes N --seed S [--instances N]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    instances: { type: 'string', default: '3' },
  },
});
const seed = z.coerce.number().int().parse(values.seed);
const instances = z.coerce.number().int().min(1).parse(values.instances);
const end = Date.now() + z.coerce.number().positive().parse(values.minutes) * 60_000;

const names = Object.keys(badDays).filter((name): name is BadDayName => name in badDays);
const daysEach = 12;
let broken = 0;
const server = await startPostgresServer({ isDurable: true });
console.log(`seed ${seed}, ${instances} instances`);
for (let round = 0; Date.now() < end; round++) {
  const numRuns = daysEach;
  const days = fc.sample(fc.constantFrom(...names), { seed: seed + round, numRuns });
  const survival = await survive(server, { instances, days });
  const faults = faultsOf(survival, instances);
  broken += faults.length;
  const { statuses, acknowledged, recoveryMs } = survival;
  const slowest = Math.max(...recoveryMs);
  console.log(
    `round ${round}: ${acknowledged} writes acknowledged, ${JSON.stringify(statuses)}, ` +
      `recovered within ${slowest} ms: ${faults.length === 0 ? 'no faults' : faults.join('; ')}`,
  );
}
await server.stop();
console.log(broken === 0 ? 'no faults' : `${broken} faults`);
process.exitCode = broken > 0 ? 1 : 0;
