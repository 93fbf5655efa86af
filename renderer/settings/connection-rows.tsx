import { Badge, Button, Group, Stack } from '@mantine/core';
import { LogIn, LogOut, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  thisComputer,
  type ConnectionList,
  type ListedConnection,
} from '#shared/desktop/connections.ts';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { useConnectionName } from './connection-name.ts';
import { showSettings } from './connections.ts';
import { RowAction } from './row-action.tsx';
import { switchConnection } from './switch-connection.ts';
import classes from './connection-rows.module.css';

/** Every connection with its state, and what can be done with it. */
export const ConnectionRows = ({ list }: { list: ConnectionList }) => {
  const { t } = useTranslation('settings');
  const isAlone = list.connections.length === 1;
  return (
    <Stack gap="md">
      <ul aria-label={t('list')} className={classes.rows}>
        {list.connections.map((connection) => (
          <Row connection={connection} isOpen={connection.id === list.openId} key={connection.id} />
        ))}
      </ul>
      {isAlone && <p className={classes.hint}>{t('empty')}</p>}
      {!list.keepsSecrets && !isAlone && <p className={classes.hint}>{t('no-store')}</p>}
      <Group justify="flex-end">
        <Button
          data-autofocus
          leftSection={<Plus size={14} />}
          onClick={() => showSettings({ kind: 'form', id: null })}
          variant={isAlone ? 'filled' : 'default'}
        >
          {t('add')}
        </Button>
      </Group>
    </Stack>
  );
};

type RowProps = { connection: ListedConnection; isOpen: boolean };

const Row = ({ connection, isOpen }: RowProps) => {
  const { t } = useTranslation('settings');
  const name = useConnectionName()(connection);
  const isHere = connection.id === thisComputer.id;
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
          {isHere ? t('this-computer-text') : connection.baseUrl}
        </p>
        {!isHere && (
          <p className={classes.line} data-needed={connection.secret === 'missing' || undefined}>
            {t(`secret.${connection.secret}`)}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {!isHere && <RemoteActions connection={connection} />}
        {!isOpen && (
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
