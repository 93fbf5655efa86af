import { readFile } from 'node:fs/promises';
import { arch, platform, release, totalmem } from 'node:os';
import { z } from 'zod';
import type { Preferences } from '#shared/desktop/window.ts';
import { recordKinds } from '#shared/records/record-kinds.ts';
import type { Session } from './session.ts';

/** The keys whose text values in a log line are words of the code and never user data. */
const safeWords = new Set(['type', 'kind', 'code', 'level', 'time', 'msg']);
const word = /^[\w -]{1,60}$/;
const logLine = z.record(z.string(), z.unknown());

/**
 * Matches the class of an error, such as `TypeError`, at the start of a text. The diagnostic file has
 * only the class, because error messages quote titles, addresses, and paths.
 */
const errorClass = /^(?:Uncaught )?(\w*(?:Error|Exception|Failure))\b/;

const withoutContent = (line: string): Record<string, unknown> | null => {
  let parsed;
  try {
    parsed = logLine.safeParse(JSON.parse(line));
  } catch {
    return null;
  }
  if (!parsed.success) return null;
  const safe: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parsed.data)) {
    if (typeof value === 'number' || typeof value === 'boolean') safe[key] = value;
    else if (typeof value !== 'string') continue;
    else if (safeWords.has(key)) safe[key] = word.test(value) ? value : '[left out]';
    else safe[key] = errorClass.exec(value)?.[1] ?? '[left out]';
  }
  return safe;
};

const maxLogLines = 2000;
const maxLogBytes = 4 * 1024 * 1024;

/** Returns the last lines of a log, without content, addresses, paths, and secrets. */
export const safeLog = (text: string): Record<string, unknown>[] =>
  text
    .slice(-maxLogBytes)
    .split('\n')
    .slice(-maxLogLines)
    .map(withoutContent)
    .filter((line) => line !== null);

type Facts = {
  /** `null` if the local copy cannot be used. */
  session: Pick<Session, 'store' | 'sync'> | null;
  connectionCount: number;
  isThisComputer: boolean;
  preferences: Omit<Preferences, 'location' | 'offersTour'>;
  logPath: string;
  version: string;
};

/** Returns the diagnostic file: versions, counts, settings, and the log, without content and secrets. */
export const diagnosticsOf = async ({
  session,
  connectionCount,
  isThisComputer,
  preferences,
  logPath,
  version,
}: Facts): Promise<string> => {
  const { canvasViews, register, shortcuts, ...settings } = preferences;
  const status = session?.sync.status();
  const facts = {
    format: 'parapet-diagnostics',
    createdAt: new Date().toISOString(),
    version,
    versions: process.versions,
    system: { platform: platform(), release: release(), arch: arch(), memory: totalmem() },
    connections: { count: connectionCount, isThisComputer },
    records: session
      ? Object.fromEntries(
          recordKinds.map((kind) => [kind, session.store.records.all(kind).length]),
        )
      : null,
    sync: status ? { state: status.state, hold: status.hold } : null,
    settings: {
      ...settings,
      canvasViews: Object.keys(canvasViews).length,
      registerViews: register.views.length,
      shortcuts,
    },
    log: safeLog(await readFile(logPath, 'utf8').catch(() => '')),
  };
  return `${JSON.stringify(facts, null, 2)}\n`;
};
