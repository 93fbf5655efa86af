import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConnectionList } from '#shared/desktop/connections.ts';
import {
  closeSettings,
  useConnections,
  useSettings,
  type SettingsView,
} from '../kernel/connection/connections.ts';
import { FocusedView } from '../ui/note.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionRows, RemoveConnection } from './connection-rows.tsx';

/** The list of connections, and the views to add, change, and remove one. */
export const ConnectionsDialog = () => {
  const { t } = useTranslation('settings');
  const view = useSettings((state) => state.view);
  const list = useConnections((state) => state.list);
  const known = nameIn(list, view);
  const titles = {
    list: t('title'),
    form: known === null ? t('form.add') : t('form.edit', { name: known }),
    removal: t('remove.title', { name: known ?? '' }),
  };
  return (
    <Modal
      closeOnClickOutside={view?.kind === 'list'}
      onClose={closeSettings}
      opened={view !== null && list !== null}
      size={600}
      title={view && titles[view.kind]}
    >
      {view && list && (
        <FocusedView key={keyOf(view)}>
          <View list={list} view={view} />
        </FocusedView>
      )}
    </Modal>
  );
};

const View = ({ view, list }: { view: SettingsView; list: ConnectionList }) => {
  if (view.kind === 'list') return <ConnectionRows list={list} />;
  const connection = list.connections.find(({ id }) => id === view.id) ?? null;
  if (view.kind === 'form') {
    return <ConnectionForm known={connection} keepsSecrets={list.keepsSecrets} />;
  }
  return connection && <RemoveConnection connection={connection} />;
};

const keyOf = (view: SettingsView): string =>
  view.kind === 'list' ? view.kind : `${view.kind} ${view.id ?? ''}`;

const nameIn = (list: ConnectionList | null, view: SettingsView | null): string | null =>
  view === null || view.kind === 'list'
    ? null
    : (list?.connections.find(({ id }) => id === view.id)?.name ?? null);
