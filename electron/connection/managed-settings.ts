import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { z } from 'zod';
import type { Managed } from '#shared/desktop/connections.ts';
import { languageNames } from '#shared/locales/languages.ts';
import { apiPath, baseUrlsOf } from './base-url.ts';
import type { Fetch } from './fetch.ts';

/** Both limits are far above real files. The file is read before there is a window. */
const maxBytes = 1024 * 1024;
const maxServices = 1000;

/** Returns the address that all addresses of a service begin with. */
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
 * Returns the path of the file that only administrators can write. On Windows, the organization's installer
 * has to create the folder, because everyone may create folders beside it.
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

/** A request went to a service that the organization does not allow. Nothing was sent. */
export class ServiceNotAllowed extends Error {
  constructor() {
    super('Your organization doesn’t allow this service.');
    this.name = 'ServiceNotAllowed';
  }
}

type Read = { hasFile: boolean; settings: Settings; problem: string | null; ignored: string[] };

const unmanaged: Read = { hasFile: false, settings: {}, problem: null, ignored: [] };

/** Allows no service and no update, because the invalid file may have restricted both. */
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
    // Without the flag, a named pipe that nobody writes to would block. Windows has neither the
    // flag nor such pipes.
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
    // Some editors of Windows begin a file with a byte order mark.
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
 * wrong, no service and no update is allowed.
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
    /** True if there is a file. */
    hasFile,
    language,
    updates,
    /** Unknown keys, for the log. */
    ignored,
    /** True if the address belongs to an allowed service. */
    allows,
    /** The values for the settings dialog. */
    dialogValues: {
      allowedServices,
      language,
      updates,
      problem: problem === null ? null : { path, reason: problem },
    } satisfies Managed,
    /** Sends only requests to allowed services. */
    guard:
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (!allows(request.url)) throw new ServiceNotAllowed();
        return await fetch(request);
      },
  };
};

export type ManagedSettings = ReturnType<typeof readManagedSettings>;
