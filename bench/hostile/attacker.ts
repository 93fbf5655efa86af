import { attack } from './attacks.ts';
import { victimSchema } from './victim.ts';

/** The attacks run in a separate process, because they take as much of a processor as they can. */
const victim = victimSchema.parse(JSON.parse(process.argv[2] ?? ''));
process.send?.({ url: victim.url });
await attack(victim);
