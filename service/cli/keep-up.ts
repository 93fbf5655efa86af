import type { Logger } from 'pino';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/schema.ts';
import { maintain } from '../maintenance.ts';
import { sendInvitations } from '../modules/users/send-invitations.ts';
import type { UserDependencies } from '../modules/users/users.routes.ts';
import { repeatedly } from './repeatedly.ts';

type Upkeep = {
  database: Database;
  clock: Clock;
  logger: Logger;
} & UserDependencies;

const minuteMs = 60_000;

/** Starts the periodic work of the service: maintenance, and mail for pending invitations. */
export const keepUp = ({
  database,
  clock,
  logger,
  mailer,
  invitationUrl,
}: Upkeep): { stop: () => Promise<void> } => {
  const failed = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  const maintenance = repeatedly({
    everyMs: minuteMs,
    work: async () => {
      await clock.refresh();
      await maintain(database, clock.now());
    },
    onFailure: failed('maintenance failed'),
  });
  const mails =
    mailer &&
    repeatedly({
      // Tries again to mail the invitations that the mail server did not accept. Does this only once an
      // hour, because the server may reject the same mail each time.
      everyMs: 60 * minuteMs,
      work: async () => {
        await sendInvitations(database, { mailer, invitationUrl }, clock.now());
      },
      onFailure: failed('could not mail pending invitations'),
    });
  return {
    stop: async () => {
      await maintenance.stop();
      await mails?.stop();
    },
  };
};
