import { z } from 'zod';

/** The first message to the embedded service's process; it brings the port for requests along. */
export const startMessage = z.object({ kind: z.literal('start'), databasePath: z.string() });
export type StartMessage = z.infer<typeof startMessage>;
