import { parseArgs } from 'node:util';
import { z } from 'zod';
import { databases } from './restarted-service.ts';
import { soak } from './soak.ts';

// npm run soak -- --minutes N --database sqlite|postgres --seed S [--people N] [--plain]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    people: { type: 'string', default: '3' },
    plain: { type: 'boolean', default: false },
  },
});

const broken = await soak({
  seed: z.coerce.number().int().parse(values.seed),
  seconds: z.coerce.number().positive().parse(values.minutes) * 60,
  database: z.enum(databases).parse(values.database),
  people: z.coerce.number().int().min(1).parse(values.people),
  plain: values.plain,
  print: (line) => console.log(line),
});
console.log(broken === 0 ? 'nothing is broken' : `${broken} broken`);
process.exitCode = broken > 0 ? 1 : 0;
