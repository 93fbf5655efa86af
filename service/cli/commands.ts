import type { Command } from './command.ts';
import { invitationList } from './invitation-list.ts';
import { migrateCommand } from './migrate.ts';
import { serve } from './serve.ts';
import { teamAdd } from './team-add.ts';
import { teamCreate } from './team-create.ts';
import { teamList } from './team-list.ts';
import { tokenCreate } from './token-create.ts';
import { tokenList } from './token-list.ts';
import { tokenRevoke } from './token-revoke.ts';
import { userCreate } from './user-create.ts';
import { userList } from './user-list.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  migrateCommand,
  userCreate,
  userList,
  invitationList,
  teamCreate,
  teamAdd,
  teamList,
  tokenCreate,
  tokenList,
  tokenRevoke,
];
