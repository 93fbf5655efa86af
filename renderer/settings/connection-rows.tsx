import { ActionIcon, Badge, Button, Stack, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileDown, LogIn, LogOut, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  thisComputer,
  type ConnectionList,
  type ListedConnection,
} from '#shared/desktop/connections.ts';
import { showSection, showSettings, useConnectionName } from '../kernel/connection/connections.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Note } from '../ui/note.tsx';
import { ConnectionDot } from './connection-switcher.tsx';
import { ManagedServices } from './managed-services.tsx';
import { switchConnection } from './switch-connection.ts';
import classes from './connection-rows.module.css';

/** All connections with their status and actions. */
export const ConnectionRows = ({ list }: { list: ConnectionList }) => {
  const { t } = useTranslation('settings');
  const isAlone = list.connections.length === 1;
  const canAdd = list.managed.allowedServices?.length !== 0;
  return (
    <Stack gap="md">
      <ul aria-label={t('list')} className={classes.rows}>
        {list.connections.map((connection) => (
          <Row connection={connection} isOpen={connection.id === list.openId} key={connection.id} />
        ))}
      </ul>
      <ManagedServices managed={list.managed} />
      {isAlone && canAdd && <p className={classes.hint}>{t('empty')}</p>}
      {!list.keepsSecrets && !isAlone && <p className={classes.hint}>{t('no-store')}</p>}
      <div>
        <Button
          data-autofocus
          disabled={!canAdd}
          leftSection={<Plus size={14} />}
          onClick={() => showSettings({ kind: 'form', id: null })}
          variant={isAlone ? 'filled' : 'default'}
        >
          {t('add')}
        </Button>
      </div>
    </Stack>
  );
};

type RowProps = { connection: ListedConnection; isOpen: boolean };

const Row = ({ connection, isOpen }: RowProps) => {
  const { t } = useTranslation('settings');
  const name = useConnectionName()(connection);
  const isThisComputer = connection.id === thisComputer.id;
  return (
    <li className={classes.row}>
      <ConnectionDot connection={connection} isOpen={isOpen} />
      <div className={classes.text}>
        <div className={classes.name}>
          <span className={classes.short} dir="auto">
            {name}
          </span>
          {isOpen && <Badge>{t('is-open')}</Badge>}
        </div>
        <p className={classes.line} dir="auto">
          {isThisComputer ? t('this-computer-text') : connection.baseUrl}
        </p>
        {!connection.isAllowed && <p className={classes.line}>{t('managed.blocked')}</p>}
        {!isThisComputer && connection.isAllowed && (
          <p className={classes.line} data-needed={connection.secret === 'missing' || undefined}>
            {t(`secret.${connection.secret}`)}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {!isThisComputer && <RemoteActions connection={connection} />}
        {!isOpen && connection.isAllowed && (
          <Button
            aria-label={t('actions.open', { name })}
            onClick={() => void switchConnection(connection.id)}
            variant="default"
          >
            {t('open-now')}
          </Button>
        )}
      </div>
    </li>
  );
};

const RemoteActions = ({ connection: { id, name, secret } }: { connection: ListedConnection }) => {
  const { t } = useTranslation('settings');
  const edit = (): void => showSettings({ kind: 'form', id });
  return (
    <>
      {secret === 'missing' ? (
        <RowAction icon={<LogIn />} label={t('actions.sign-in', { name })} onClick={edit} />
      ) : (
        <RowAction
          icon={<LogOut />}
          label={t('actions.sign-out', { name })}
          onClick={() => void desktop.connections.signOut({ id }).catch(showError)}
        />
      )}
      <RowAction icon={<Pencil />} label={t('actions.edit', { name })} onClick={edit} />
      <RowAction
        icon={<Trash2 />}
        label={t('actions.remove', { name })}
        onClick={() => showSettings({ kind: 'removal', id })}
      />
    </>
  );
};

type RowActionProps = { icon: ReactNode; label: string; onClick: () => void };

const RowAction = ({ icon, label, onClick }: RowActionProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);

/**
 * Asks whether to remove a connection. If the connection has pending changes, shows their number and
 * offers to export them.
 */
export const RemoveConnection = ({ connection: { id } }: { connection: ListedConnection }) => {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const [unsent, setUnsent] = useState(0);
  const [exported, setExported] = useState<string | null>(null);
  const back = (): void => showSection('connections');

  const remove = async (): Promise<void> => {
    try {
      const outcome = await desktop.connections.remove({ id, discardUnsent: unsent > 0 });
      if (!outcome.removed) return setUnsent(outcome.unsent);
      back();
      const { renamedTo: fileName } = outcome;
      if (fileName !== null) {
        notifications.show({ autoClose: false, message: t('remove.kept', { fileName }) });
      }
    } catch (error) {
      showError(error);
    }
  };

  const save = async (): Promise<void> => {
    try {
      const file = await desktop.connections.exportUnsent({ id });
      if (file) setExported(file.fileName);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <Stack gap="md">
      <p className={classes.hint}>{t('remove.text')}</p>
      {unsent > 0 && (
        <Note title={t('remove.unsent-title', { count: unsent })} tone="bad">
          <span>{t('remove.unsent')}</span>
          <Button
            leftSection={<FileDown size={14} />}
            onClick={() => void save()}
            ref={focused}
            variant="default"
          >
            {t('remove.export')}
          </Button>
          <output>{exported !== null && t('remove.exported', { fileName: exported })}</output>
        </Note>
      )}
      <DialogFooter>
        <Button data-autofocus onClick={back} variant="default">
          {tApp('cancel')}
        </Button>
        <Button className={classes.danger} key={unsent} onClick={() => void remove()}>
          {t(unsent > 0 ? 'remove.discard' : 'remove.remove')}
        </Button>
      </DialogFooter>
    </Stack>
  );
};

/** Focuses the export button, so that a second press of Enter does not discard the pending changes. */
const focused = (button: HTMLButtonElement | null): void => button?.focus();
