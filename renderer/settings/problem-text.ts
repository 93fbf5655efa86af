import type { TFunction } from 'i18next';
import type { ConnectionProblem, ConnectionProblemKind } from '#shared/desktop/connections.ts';

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

/** The field beneath which a problem is told; `null`: none of them is what has to be changed. */
export const fieldOf = (kind: ConnectionProblemKind): ConnectionField | null => {
  if (ofNoField.has(kind)) return null;
  if (ofToken.has(kind)) return 'clientId';
  return ofSecret.has(kind) ? 'secret' : 'baseUrl';
};

/** Problems whose own words already are the service's, and those that its words would only blur. */
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
