import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { z } from 'zod';
import type { Managed } from '#shared/desktop/connections.ts';
import { languageNames } from '#shared/locales/languages.ts';
import { apiPath, baseUrlsOf } from './base-url.ts';
import type { Fetch } from './fetch.ts';

/**
 * The maximum size of the file in bytes. `maxServices` is the maximum number of services in it. The file
 * is read before the window opens, so these limits keep the reading short. Real files are far smaller.
 */
const maxBytes = 1024 * 1024;
const maxServices = 1000;

/**
 * Returns the prefix that the addresses of all requests to a service share. It does not include the path
 * of the API. Returns `null` if `service` is not a valid address.
 */
const prefixOf = (service: string): string | null => {
  const urls = baseUrlsOf(service);
  const address = urls.ok ? urls.candidates[0] : undefined;
  return address?.endsWith(apiPath) ? address.slice(0, -apiPath.length) : (address ?? null);
};

const languages = Object.keys(languageNames);

const settingsSchema = z.object({
  allowedServices: z
    .array(
      z.string().refine((service) => prefixOf(service) !== null, {
        error: 'This isn’t the https address of a service.',
      }),
    )
    .max(maxServices)
    .optional(),
  language: z
    .string()
    .refine((tag) => languages.includes(tag), { error: `Choose one of ${languages.join(', ')}.` })
    .optional(),
  updates: z.boolean().optional(),
});
type Settings = z.infer<typeof settingsSchema>;

/**
 * Returns the path of the settings file. Only administrators can write it. On Windows, everyone may
 * create folders in ProgramData, so the organization's installer has to create this folder first.
 */
export const managedSettingsPath = (
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
): string => {
  if (platform === 'win32') {
    return win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Parapet', 'settings.json');
  }
  if (platform === 'darwin') return '/Library/Application Support/Parapet/settings.json';
  return posix.join('/etc/parapet', 'settings.json');
};

/** The organization does not allow the service of a request, so the request was not sent. */
export class ServiceNotAllowed extends Error {
  constructor() {
    super('Your organization doesn’t allow this service.');
    this.name = 'ServiceNotAllowed';
  }
}

type Read = { hasFile: boolean; settings: Settings; problem: string | null; ignored: string[] };

const unmanaged: Read = { hasFile: false, settings: {}, problem: null, ignored: [] };

/**
 * Returns settings that allow no service and no update, because the invalid file may have restricted
 * both.
 */
const broken = (problem: string): Read => ({
  hasFile: true,
  settings: { allowedServices: [], updates: false },
  problem,
  ignored: [],
});

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

/** Returns the content, or `null` if there is no file. */
const textAt = (path: string): string | null => {
  let file: number;
  try {
    // Without `O_NONBLOCK`, opening a named pipe would block until a program writes to it. Windows has
    // neither this flag nor such pipes.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('It isn’t a file.');
    if (stats.size > maxBytes) throw new Error(`It has more than ${maxBytes} bytes.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

const jsonOf = (text: string): unknown => {
  try {
    // Some Windows editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error('It isn’t valid JSON.');
  }
};

const firstIssue = ({ issues: [issue] }: z.ZodError): string => {
  const path = issue?.path.map(String).join('.') ?? '';
  return [...(path === '' ? [] : [path]), issue?.message ?? ''].join(': ');
};

const read = (path: string): Read => {
  try {
    const text = textAt(path);
    if (text === null) return unmanaged;
    const json = jsonOf(text);
    const parsed = settingsSchema.safeParse(json);
    if (!parsed.success) return broken(firstIssue(parsed.error));
    const known = Object.keys(settingsSchema.shape);
    const ignored = Object.keys(z.record(z.string(), z.unknown()).parse(json));
    return {
      hasFile: true,
      settings: parsed.data,
      problem: null,
      ignored: ignored.filter((key) => !known.includes(key)),
    };
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Reads the settings that an organization's administrator placed on this computer. If the file is
 * invalid, no service and no update is allowed.
 */
export const readManagedSettings = (path: string) => {
  const { hasFile, settings, problem, ignored } = read(path);
  const { allowedServices = null, language = null, updates = null } = settings;
  const prefixes = allowedServices?.map(prefixOf) ?? null;

  const allows = (address: string): boolean => {
    if (prefixes === null) return true;
    const url = URL.parse(address);
    if (url === null) return false;
    const asked = `${url.origin}${url.pathname}`;
    return prefixes.some((prefix) => asked === prefix || asked.startsWith(`${prefix}/`));
  };

  return {
    hasFile,
    language,
    updates,
    /** Unknown keys, for the log. */
    ignored,
    /** Tells if the address belongs to an allowed service. */
    allows,
    /** The values for the settings dialog. */
    dialogValues: {
      allowedServices,
      language,
      updates,
      problem: problem === null ? null : { path, reason: problem },
    } satisfies Managed,
    /** Returns a `fetch` that rejects requests to services that are not allowed. */
    guard:
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (!allows(request.url)) throw new ServiceNotAllowed();
        return await fetch(request);
      },
  };
};

export type ManagedSettings = ReturnType<typeof readManagedSettings>;
