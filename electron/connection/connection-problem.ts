import { scopePermissions } from '#shared/api/enumerations.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { scopeResources } from '#shared/api/scopes.ts';
import type { ConnectionProblem, ConnectionProblemKind } from '#shared/desktop/connections.ts';
import { ServiceNotAllowed } from './managed-settings.ts';
import { Redirected } from './network.ts';

/**
 * Patterns of Chromium's error names for requests without a response. The first pattern that matches
 * counts.
 */
const networkFailures: readonly [RegExp, ConnectionProblemKind][] = [
  [/ERR_(?:NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+)/, 'host_unknown'],
  [/ERR_CONNECTION_REFUSED/, 'connection_refused'],
  [/ERR_(?:CONNECTION_)?TIMED_OUT|AnswerLost/, 'timeout'],
  [/ERR_(?:\w*PROXY\w*|TUNNEL_CONNECTION_FAILED)/, 'proxy'],
  [/ERR_CERT_AUTHORITY_INVALID/, 'certificate_unknown_authority'],
  [/ERR_CERT_COMMON_NAME_INVALID/, 'certificate_other_host'],
  [/ERR_CERT_DATE_INVALID/, 'certificate_date'],
  [/ERR_CERT_REVOKED/, 'certificate_revoked'],
  [/ERR_(?:CERT_\w+|CERTIFICATE_\w+|SSL_PINNED\w*)/, 'certificate_invalid'],
  [/ERR_SSL_\w+/, 'no_secure_connection'],
  [/ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED)/, 'no_network'],
  [/ERR_(?:INVALID_HTTP_RESPONSE|EMPTY_RESPONSE)/, 'not_this_api'],
];

/**
 * Describes why a request got no response. The result contains no text from a response and no name of
 * another host. Otherwise a compromised window could use a connection check to read the responses of any
 * host.
 */
export const networkProblem = (error: unknown, asked = ''): ConnectionProblem => {
  if (error instanceof Redirected) {
    const isSameHost = hostOf(error.to) === hostOf(asked);
    return { kind: 'redirected', ...(isSameHost && { detail: error.to }) };
  }
  if (error instanceof ServiceNotAllowed) return { kind: 'service_not_allowed' };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const kind = networkFailures.find(([pattern]) => pattern.test(text))?.[1] ?? 'unreachable';
  const detail = /ERR_\w+/.exec(text)?.[0];
  return { kind, ...(detail !== undefined && { detail }) };
};

const hostOf = (url: string): string | undefined => URL.parse(url)?.hostname;

/** The problem for each error code of the API. */
const codes: Partial<Record<string, ConnectionProblemKind>> = {
  invalid_credentials: 'wrong_credentials',
  unauthenticated: 'wrong_credentials',
  token_expired: 'token_expired',
  missing_scope: 'missing_scope',
  ip_not_allowed: 'address_not_allowed',
  account_disabled: 'account_disabled',
  rate_limited: 'too_many_requests',
};

/**
 * Patterns that are searched in the error text, each with its status and its problem. They are for
 * services that do not send the error codes in `codes`.
 */
const words: readonly [number, RegExp, ConnectionProblemKind][] = [
  [401, /expired/i, 'token_expired'],
  [403, /\bIP\b|allow-?list|address/i, 'address_not_allowed'],
  [403, /disabled|deactivated|suspended/i, 'account_disabled'],
];

const statuses: Partial<Record<number, ConnectionProblemKind>> = {
  400: 'wrong_credentials',
  401: 'wrong_credentials',
  403: 'refused',
  422: 'wrong_credentials',
};

const scopeNames: ReadonlySet<string> = new Set(
  scopeResources.flatMap((resource) =>
    scopePermissions.map((permission) => `${resource}:${permission}`),
  ),
);

const scopeIn = (detail: string | undefined): string | undefined =>
  /\bscopes?\b[\s:]+["'`]?([\w*-]+:[\w*-]+)/i.exec(detail ?? '')?.[1];

const isJson = (response: Response): boolean =>
  /\bjson\b/.test(response.headers.get('content-type') ?? '');

const usualTypes: ReadonlySet<string> = new Set([
  'text/html',
  'text/plain',
  'application/json',
  'application/problem+json',
]);

const whatAnswered = (response: Response): string => {
  const type = response.headers.get('content-type')?.split(';')[0];
  return type && usualTypes.has(type) ? `${response.status}, ${type}` : `${response.status}`;
};

/**
 * Returns the parsed body. Returns `null` if the body is not JSON, which means that it is not of this
 * API.
 */
export const jsonOf = async (response: Response): Promise<unknown> => {
  try {
    return isJson(response) ? await response.json() : null;
  } catch {
    return null;
  }
};

export const notThisApi = (response: Response): ConnectionProblem => ({
  kind: 'not_this_api',
  detail: whatAnswered(response),
});

/**
 * Reads the seconds in `Retry-After`. If the header contains a date, it is ignored, because the
 * service's clock may differ from ours.
 */
const secondsOf = (response: Response): number | undefined => {
  const header = response.headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(header) ? Number(header) : undefined;
};

/**
 * Describes a refusal. Adds the missing scope, or the seconds to wait, if the response contains them.
 */
export const refusalProblem = async (response: Response): Promise<ConnectionProblem> => {
  const { status } = response;
  if (status >= 500) return { kind: 'server_error', detail: whatAnswered(response) };
  if (status === 429) {
    const seconds = secondsOf(response);
    return { kind: 'too_many_requests', ...(seconds !== undefined && { seconds }) };
  }
  const problem = problemSchema.partial().safeParse(await jsonOf(response)).data;
  if (!problem) return notThisApi(response);
  const detail = problem.detail ?? problem.title;
  const scope = problem.requiredScope ?? scopeIn(detail);
  const kind = kindOf(status, problem.code, detail, scope !== undefined);
  if (!kind) return notThisApi(response);
  const isKnown = scope !== undefined && scopeNames.has(scope);
  return {
    kind,
    ...(kind === 'missing_scope' && isKnown && { scopes: [scope] }),
    ...(kind === 'refused' && { detail: whatAnswered(response) }),
  };
};

const kindOf = (
  status: number,
  code: string | undefined,
  detail: string | undefined,
  namesScope: boolean,
): ConnectionProblemKind | undefined =>
  codes[code ?? ''] ??
  (status === 403 && namesScope ? 'missing_scope' : undefined) ??
  words.find(([of, pattern]) => of === status && pattern.test(detail ?? ''))?.[2] ??
  statuses[status];
