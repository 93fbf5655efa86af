import { Button, Modal, Stack } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { runCommand } from '../kernel/commands/use-command.ts';
import {
  openConnectionOf,
  showSettings,
  useConnections,
} from '../kernel/connection/connections.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { showSavedFile } from '../kernel/desktop/files.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { leaveSyncPanel, useSyncPanel, type HoldChoice } from './sync-panel-state.ts';
import classes from './sync-panel.module.css';

type Hold = NonNullable<SyncStatus['hold']>;

/**
 * True for a hold that ends when the person makes a choice. Any other hold ends when the service can be
 * used again.
 */
const endsByChoice: Record<Hold, boolean> = {
  signIn: false,
  disabled: false,
  addressNotAllowed: false,
  restored: true,
  unfamiliar: true,
  serviceDamaged: false,
};

/** Says why sync is paused, and what the person can do. */
export const SyncHold = ({ hold, reason }: { hold: Hold; reason: string | null }) => {
  const { t } = useTranslation('sync');
  const askToConfirm = (choice: HoldChoice): void => {
    leaveSyncPanel();
    useSyncPanel.setState({ choice });
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
      showSavedFile({ handle, text: t('renew.done', { fileName }), action: t('renew.show') });
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
        {reason !== null && !isSignedOut && !endsByChoice[hold] && (
          <p className={`${classes.said} selectable`}>{t('service-says', { reason })}</p>
        )}
        <div className={classes.buttons}>
          {endsByChoice[hold] ? (
            <>
              <Button onClick={() => askToConfirm('send')} size="xs" variant="default">
                {t('settle.send.ask')}
              </Button>
              <Button onClick={() => askToConfirm('take')} size="xs" variant="default">
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

const close = (): void => useSyncPanel.setState({ choice: null });

/** Asks for confirmation before a choice replaces all data in the store or at the service. */
export const HoldDialog = () => {
  const { t } = useTranslation('sync');
  const choice = useSyncPanel((panel) => panel.choice);
  return (
    <Modal
      onClose={close}
      opened={choice !== null}
      size={460}
      title={choice && t(`settle.${choice}.title`)}
    >
      {choice && <Confirmation choice={choice} />}
    </Modal>
  );
};

const Confirmation = ({ choice }: { choice: HoldChoice }) => {
  const { t } = useTranslation('sync');
  const { t: tApp } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const resolveHold = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await desktop.sync.endHold({ choice });
      close();
    } catch (error) {
      showError(error);
      setIsBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <p className={classes.explain}>{t(`settle.${choice}.text`)}</p>
      <DialogFooter>
        <Button data-autofocus onClick={close} variant="default">
          {tApp('cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => void resolveHold()}>
          {t(`settle.${choice}.ask`)}
        </Button>
      </DialogFooter>
    </Stack>
  );
};
