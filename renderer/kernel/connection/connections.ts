import type { TFunction } from 'i18next';
import { create } from 'zustand';
import {
  thisComputer,
  type ConnectionList,
  type ConnectionProblem,
  type ConnectionProblemKind,
  type ListedConnection,
} from '#shared/desktop/connections.ts';
import { useTranslation } from '../../locales/use-translation.tsx';

/** The last list of connections from the main process, or `null` until the first list arrives. */
export const useConnections = create<{ list: ConnectionList | null }>(() => ({ list: null }));

export const openConnectionOf = (list: ConnectionList): ListedConnection | undefined =>
  list.connections.find(({ id }) => id === list.openId);

/** The sections of the settings dialog, in display order. */
export const settingsSections = [
  'connections',
  'appearance',
  'keyboard',
  'privacy',
  'storage',
  'diagnostics',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/**
 * The content of the settings dialog: a section, the form for a connection, or the question whether to
 * remove a connection. The ID in the form is `null` for a new connection.
 */
export type SettingsView =
  | { kind: 'section'; section: SettingsSection }
  | { kind: 'form'; id: string | null }
  | { kind: 'removal'; id: string };

export const useSettings = create<{ view: SettingsView | null; isSwitcherOpen: boolean }>(() => ({
  view: null,
  isSwitcherOpen: false,
}));

export const showSettings = (view: SettingsView): void => useSettings.setState({ view });
export const showSection = (section: SettingsSection): void =>
  showSettings({ kind: 'section', section });
export const closeSettings = (): void => useSettings.setState({ view: null });
export const setSwitcherOpen = (isSwitcherOpen: boolean): void =>
  useSettings.setState({ isSwitcherOpen });

/**
 * Returns a function that returns the name of a connection. The name of the built-in service is “This
 * computer” in the language of the app. Any other connection has the name that the person entered.
 */
export const useConnectionName = (): ((
  connection: Pick<ListedConnection, 'id' | 'name'>,
) => string) => {
  const { t } = useTranslation('settings');
  return ({ id, name }) => (id === thisComputer.id ? t('this-computer') : name);
};

/**
 * The state of the connection that the window shows. `visit` changes when another connection is opened.
 * While `isSwitching` is true, the window shows nothing, so that no gesture can reach the wrong store.
 */
export const useShownConnection = create<{ visit: number; isSwitching: boolean }>(() => ({
  visit: 0,
  isSwitching: false,
}));

const forgetting = new Set<() => void>();

/** Registers a callback that clears the state of a connection before another connection is opened. */
export const onLeaveConnection = (forget: () => void): void => void forgetting.add(forget);

export const leaveConnection = (): void => {
  for (const forget of forgetting) forget();
};

export type ConnectionField = 'name' | 'baseUrl' | 'clientId' | 'secret';

const ofToken = new Set<ConnectionProblemKind>([
  'missing_scope',
  'address_not_allowed',
  'account_disabled',
]);
const ofSecret = new Set<ConnectionProblemKind>([
  'wrong_credentials',
  'token_expired',
  'secret_needed',
]);
const ofNoField = new Set<ConnectionProblemKind>(['too_many_requests', 'server_error', 'refused']);

/**
 * Returns the field of the connection form below which a problem is shown, or `null` if no field has to
 * change.
 */
export const fieldOf = (kind: ConnectionProblemKind): ConnectionField | null => {
  if (ofNoField.has(kind)) return null;
  if (ofToken.has(kind)) return 'clientId';
  return ofSecret.has(kind) ? 'secret' : 'baseUrl';
};

/** Problems whose message includes the detail of the error. */
const withDetail = new Set<ConnectionProblemKind>([
  'unreachable',
  'certificate_invalid',
  'no_secure_connection',
  'proxy',
  'redirected',
  'not_this_api',
  'server_error',
  'refused',
  'token_expired',
]);

export const problemText = (
  t: TFunction<'settings'>,
  { kind, scopes, seconds, detail }: ConnectionProblem,
): string => {
  if (kind === 'too_many_requests' && seconds !== undefined) {
    return t('problem.too_many_requests_seconds', { seconds });
  }
  const text = t(`problem.${kind}`, { scopes: scopes?.join(', ') ?? '' });
  return detail && withDetail.has(kind) ? t('problem.said', { text, detail }) : text;
};
