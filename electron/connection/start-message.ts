import { z } from 'zod';

/**
 * The first message to the embedded service's process, sent together with the port for requests.
 */
export const startMessage = z.object({ kind: z.literal('start'), databasePath: z.string() });
export type StartMessage = z.infer<typeof startMessage>;
