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

/** What goes on beside the requests for as long as the service runs. */
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
    onFailure: failed('the maintenance failed'),
  });
  const mails =
    mailer &&
    repeatedly({
      // Those that the mail server did not take when they were made. It may not like one of them.
      everyMs: 60 * minuteMs,
      work: async () => {
        await sendInvitations(database, { mailer, invitationUrl }, clock.now());
      },
      onFailure: failed('invitations that wait could not be mailed'),
    });
  return {
    stop: async () => {
      await maintenance.stop();
      await mails?.stop();
    },
  };
};
