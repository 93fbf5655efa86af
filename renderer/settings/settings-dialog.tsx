import { Modal } from '@mantine/core';
import {
  Cable,
  HardDrive,
  Info,
  Keyboard,
  Palette,
  ShieldCheck,
  Stethoscope,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { ConnectionList } from '#shared/desktop/connections.ts';
import {
  closeSettings,
  settingsSections,
  showSection,
  useConnections,
  useSettings,
  type SettingsSection,
  type SettingsView,
} from '../kernel/connection/connections.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { FocusedView } from '../ui/note.tsx';
import { sectionsBody, SectionTabs } from '../ui/section-tabs.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionRows, RemoveConnection } from './connection-rows.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { KeyboardSection } from './keyboard-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { StorageSection } from './storage-section.tsx';

const sections: Record<SettingsSection, { icon: LucideIcon; Content: ComponentType }> = {
  connections: { icon: Cable, Content: () => <ConnectionsSection /> },
  appearance: { icon: Palette, Content: AppearanceSection },
  keyboard: { icon: Keyboard, Content: KeyboardSection },
  privacy: { icon: ShieldCheck, Content: PrivacySection },
  storage: { icon: HardDrive, Content: StorageSection },
  diagnostics: { icon: Stethoscope, Content: DiagnosticsSection },
  about: { icon: Info, Content: AboutSection },
};

/** The settings by section, and the views to add, change, and remove a connection. */
export const SettingsDialog = () => {
  const { t } = useTranslation('settings');
  const view = useSettings((state) => state.view);
  const list = useConnections((state) => state.list);
  const known = nameIn(list, view);
  const titles = {
    section: t('settings'),
    form: known === null ? t('form.add') : t('form.edit', { name: known }),
    removal: t('remove.title', { name: known ?? '' }),
  };
  const isSection = view?.kind === 'section';
  return (
    <Modal
      classNames={isSection ? { body: sectionsBody } : {}}
      closeOnClickOutside={isSection}
      onClose={closeSettings}
      opened={view !== null && list !== null}
      size={isSection ? 820 : 600}
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
  if (view.kind === 'section') return <Sections current={view.section} />;
  const connection = list.connections.find(({ id }) => id === view.id) ?? null;
  if (view.kind === 'form') {
    return <ConnectionForm known={connection} keepsSecrets={list.keepsSecrets} />;
  }
  return connection && <RemoveConnection connection={connection} />;
};

const Sections = ({ current }: { current: SettingsSection }) => {
  const { t } = useTranslation('settings');
  return (
    <SectionTabs
      label={t('settings')}
      onShow={showSection}
      sections={settingsSections.map((name) => {
        const { icon: Icon, Content } = sections[name];
        return {
          name,
          title: t(`section.${name}`),
          icon: <Icon size={15} />,
          content: <Content />,
          focusesContent: name === 'connections',
        };
      })}
      current={current}
    />
  );
};

const ConnectionsSection = () => {
  const list = useConnections((state) => state.list);
  return list && <ConnectionRows list={list} />;
};

const keyOf = (view: SettingsView): string =>
  view.kind === 'section' ? view.kind : `${view.kind} ${view.id ?? ''}`;

const nameIn = (list: ConnectionList | null, view: SettingsView | null): string | null =>
  view === null || view.kind === 'section'
    ? null
    : (list?.connections.find(({ id }) => id === view.id)?.name ?? null);
