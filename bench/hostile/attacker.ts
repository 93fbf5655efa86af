import { attack } from './attacks.ts';
import { victimSchema } from './victim.ts';

/**
 * The attacks run in a separate process, because they keep its event loop busy. In the process of the
 * honest clients, they would delay these clients.
 */
const victim = victimSchema.parse(JSON.parse(process.argv[2] ?? ''));
process.send?.({ url: victim.url });
await attack(victim);
