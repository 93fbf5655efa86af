import { Button } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { runCommand } from '../app/use-command.ts';
import { showKeptFile } from '../exports/show-kept-file.tsx';
import { openConnectionOf, showSettings, useConnections } from '../settings/connections.ts';
import { leaveSyncPanel, useSyncPanel, type Settlement } from './sync-panel-state.ts';
import classes from './sync-panel.module.css';

type Hold = NonNullable<SyncStatus['hold']>;

/** Which of them a person settles by a decision; the others are over when the service says so. */
const isSettled: Record<Hold, boolean> = {
  signIn: false,
  disabled: false,
  addressNotAllowed: false,
  restored: true,
  unfamiliar: true,
  serviceDamaged: false,
};

/** Why everything waits for the person, and what there is to do. */
export const SyncHold = ({ hold, reason }: { hold: Hold; reason: string | null }) => {
  const { t } = useTranslation('sync');
  const settle = (settling: Settlement): void => {
    leaveSyncPanel();
    useSyncPanel.setState({ settling });
  };
  const connection = useConnections(({ list }) => list && openConnectionOf(list));
  const isSignedOut = hold === 'signIn' && connection?.secret === 'missing';
  const about = isSignedOut ? 'signed-out' : (`hold.${hold}` as const);
  const editConnection = (): void => {
    leaveSyncPanel();
    if (connection) showSettings({ kind: 'form', id: connection.id });
  };
  const renew = async (): Promise<void> => {
    try {
      const { fileName, handle } = await desktop.sync.renewService();
      showKeptFile({ handle, text: t('renew.done', { fileName }), action: t('renew.show') });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section aria-label={t(`${about}.title`)} className={classes.hold}>
      <ShieldAlert aria-hidden className={classes.holdIcon} />
      <div className={classes.holdText}>
        <h3 className={classes.holdTitle}>{t(`${about}.title`)}</h3>
        <p className={classes.explain}>{t(`${about}.text`)}</p>
        {reason !== null && !isSignedOut && !isSettled[hold] && (
          <p className={`${classes.said} selectable`}>{t('service-says', { reason })}</p>
        )}
        <div className={classes.buttons}>
          {isSettled[hold] ? (
            <>
              <Button onClick={() => settle('send')} size="xs" variant="default">
                {t('settle.send.ask')}
              </Button>
              <Button onClick={() => settle('take')} size="xs" variant="default">
                {t('settle.take.ask')}
              </Button>
            </>
          ) : (
            <>
              {!isSignedOut && (
                <Button onClick={() => runCommand('file.sync-now')} size="xs" variant="default">
                  {t('try-again')}
                </Button>
              )}
              {hold === 'serviceDamaged' && (
                <Button onClick={() => void renew()} size="xs" variant="default">
                  {t('renew.start')}
                </Button>
              )}
              {connection && connection.secret !== 'none' && (
                <Button onClick={editConnection} size="xs" variant="default">
                  {t(isSignedOut ? 'sign-in' : 'edit-connection')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </section>
  );
};
