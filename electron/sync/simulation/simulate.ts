import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    plain: { type: 'boolean', default: false },
  },
});

const from = Number(values.from);
let failed = 0;
for (let seed = from; seed < from + Number(values.seeds); seed += 1) {
  const broken = await simulate({ seed, plain: values.plain }).catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ]);
  if (broken.length === 0) continue;
  failed += 1;
  console.log(`seed ${seed}\n  ${broken.join('\n  ')}`);
}
console.log(`${Number(values.seeds) - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
