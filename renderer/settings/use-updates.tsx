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
 * `state` is the last state from the main process, or `null` if this copy of the app cannot update
 * itself. `checks` is true if the person lets the app check for updates.
 */
export const useUpdates = create<{ state: UpdateState; checks: boolean }>(() => ({
  state: null,
  checks: savedPreferences.looksForUpdates,
}));

export const setUpdateChecks = (checks: boolean): void => {
  useUpdates.setState({ checks });
  savePreferences({ looksForUpdates: checks });
};

/**
 * `isOn` is true if the app checks for updates. `isManaged` is true if the organization made this
 * choice.
 */
export const useUpdateChecks = (): { isOn: boolean; isManaged: boolean } => {
  const checks = useUpdates((known) => known.checks);
  const managed = useConnections(({ list }) => list?.managed.updates ?? null);
  return { isOn: managed ?? checks, isManaged: managed !== null };
};

/** Starts a step in the main process. Its result arrives later, in an event. */
export const takeUpdateStep = (step: 'check' | 'download' | 'cancel' | 'install'): void =>
  void desktop.updates[step]().catch(showError);

const topic = 'update';

/** Tells if the person already sees the state of the update. */
const isShown = (): boolean => {
  const { view } = useSettings.getState();
  return view?.kind === 'section' && view.section === 'about';
};

/**
 * The version that was offered last. Each version is offered only once until the window closes, unless a
 * check or a download fails.
 */
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

/** Shows a notification that offers the next step. A failed check is shown only in the settings. */
const notify = ({ host, step }: NonNullable<UpdateState>, before: UpdateStep['name']): void => {
  // A check that finds the same version again leaves its offer as it is.
  const isKnown = step.name === 'available' && step.version === offered;
  if (step.name === 'checking' || (isKnown && before === 'checking')) return;
  if (step.name !== before) hideTopic(topic);
  if (step.name === 'failed') offered = '';
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

/** Follows the state of the update, and shows notifications about it. */
export const useUpdateNotices = (): void =>
  useAnnouncements(desktop.updates.state, (state) => {
    const before = useUpdates.getState().state?.step.name;
    useUpdates.setState({ state });
    if (state && before !== undefined) notify(state, before);
  });
