import { beforeAll, expect, it } from 'vitest';
import { useRealSecrets } from '#service/testing/cheap-secrets.ts';
import { databases } from './restarted-service.ts';
import { soak } from './soak.ts';

const isFull = process.env['PARAPET_FULL'] !== undefined;
const seconds = isFull ? 600 : 12;
const services = isFull ? databases : (['sqlite'] as const);
const people = isFull ? 3 : 1;

// The service runs in another process, which does not have the cheap hash of other tests. So the secrets
// need the real hash.
beforeAll(useRealSecrets);

it.each(services)(
  'people lose nothing over a faulty network, whoever is killed, at a service on %s',
  async (database) => {
    const lines: string[] = [];
    const seed = Date.now() % 1_000_000;
    const broken = await soak({
      seed,
      seconds,
      database,
      people,
      print: (line) => lines.push(line),
    });
    expect(broken, `broken laws:\n${lines.join('\n')}`).toBe(0);
  },
  // The end of the work and the settling after it take long if many processes share the machine.
  (seconds + 600) * 1000,
);
