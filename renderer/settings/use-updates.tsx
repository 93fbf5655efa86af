import { t } from 'i18next';
import { create } from 'zustand';
import type { UpdateState, UpdateStep } from '#shared/desktop/updates.ts';
import { useConnections, useSettings } from '../kernel/connection/connections.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { savedPreferences, savePreferences } from '../kernel/desktop/preferences.ts';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { hideTopic, Notice, showInPlace } from '../ui/notice.tsx';

/**
 * As last announced by the main process; `null` if this copy cannot update itself. `looks` is the
 * choice of the person.
 */
export const useUpdates = create<{ state: UpdateState; looks: boolean }>(() => ({
  state: null,
  looks: savedPreferences.looksForUpdates,
}));

export const setUpdateChecks = (looks: boolean): void => {
  useUpdates.setState({ looks });
  savePreferences({ looksForUpdates: looks });
};

/** Returns whether updates are looked for, and whether the organization has decided that. */
export const useUpdateChecks = (): { isOn: boolean; isManaged: boolean } => {
  const looks = useUpdates((known) => known.looks);
  const managed = useConnections(({ list }) => list?.managed.updates ?? null);
  return { isOn: managed ?? looks, isManaged: managed !== null };
};

/** Asks the main process for a step. How it ends is announced. */
export const takeUpdateStep = (step: 'check' | 'download' | 'cancel' | 'install'): void =>
  void desktop.updates[step]().catch(showError);

const topic = 'update';

/** True while the person sees all of it anyway. */
const isShown = (): boolean => {
  const { view } = useSettings.getState();
  return view?.kind === 'section' && view.section === 'about';
};

/** The version that was offered last, so that each is offered once until the app ends. */
let offered = '';

const offer = (text: string, action: string, step: 'download' | 'cancel' | 'install'): void => {
  if (isShown()) return;
  showInPlace(topic, {
    autoClose: false,
    loading: step === 'cancel',
    allowClose: step !== 'cancel',
    message: (
      <Notice
        action={action}
        onAction={() => {
          hideTopic(topic);
          takeUpdateStep(step);
        }}
        text={text}
      />
    ),
  });
};

/** Offers the next step where the person is. A check that fails on its own is shown nowhere. */
const tell = ({ host, step }: NonNullable<UpdateState>, before: UpdateStep['name']): void => {
  if (step.name !== before) hideTopic(topic);
  if (step.name === 'available') {
    if (offered === step.version) return;
    offered = step.version;
    offer(t('settings:updates.available', step), t('settings:updates.download'), 'download');
  } else if (step.name === 'downloading' && before !== 'downloading') {
    offer(t('settings:updates.downloading', step), t('cancel'), 'cancel');
  } else if (step.name === 'ready') {
    offer(t('settings:updates.ready', step), t('settings:updates.install'), 'install');
  } else if (step.name === 'failed' && before !== 'checking' && !isShown()) {
    showInPlace(topic, {
      autoClose: false,
      color: 'red',
      message: t(`settings:updates.problem.${step.problem}`, { host }),
    });
  }
};

/** Follows the updates, and tells about them wherever the person is. */
export const useUpdateNotices = (): void =>
  useAnnouncements(desktop.updates.state, (state) => {
    const before = useUpdates.getState().state?.step.name;
    useUpdates.setState({ state });
    if (state && before !== undefined) tell(state, before);
  });
