import { isAbsolute, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Priority } from '#shared/api/enumerations.ts';
import { relativeUri, sarifLog, type SarifRow } from '#shared/exports/sarif-log.ts';
import type { CheckKind } from '#shared/suggestions/checks.ts';

/** A finding of `check`: an open threat or a failed check. */
export type Finding = {
  check: CheckKind | 'open-threat';
  priority: Priority;
  element?: { id: string; name: string; kind: string };
  threat?: string;
  message: string;
};

/** Titles of the rules in SARIF. Tools show them beside each result. */
const titles: Record<Finding['check'], string> = {
  'open-threat': 'A threat is open',
  'critical-without-mitigation': 'A critical threat has no mitigation',
  'unencrypted-crossing': 'A flow across a boundary is not encrypted',
  'unauthenticated-crossing': 'A flow across a boundary is not authenticated',
  'sensitive-store-without-threat': 'A store with sensitive data has no threats',
  overdue: 'A threat or the model is overdue',
  'not-considered': 'Nobody has considered the threats of an element',
};

/** Returns the findings as a SARIF 2.1.0 log. */
export const sarifOf = (findings: readonly Finding[], file: string): object =>
  sarifLog(titles, numbered(findings.map((finding) => rowOf(finding, uriOf(file)))));

/**
 * Adds a number to each repeated fingerprint, because an element can have several threats with the same
 * title, and services merge results with equal fingerprints.
 */
const numbered = (rows: readonly SarifRow[]): SarifRow[] => {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const key = row.fingerprint.join('|');
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? row : { ...row, fingerprint: [...row.fingerprint, String(count)] };
  });
};

const rowOf = ({ check, priority, element, threat, message }: Finding, uri: string): SarifRow => ({
  rule: check,
  priority,
  message,
  ...(element && { element }),
  uri,
  fingerprint: [check, element?.id ?? '', threat ?? ''],
});

/**
 * Keeps a relative path relative, because tools resolve it against the repository. A leading `./` is
 * removed, because tools compare the path with those of the repository.
 */
const uriOf = (file: string): string =>
  isAbsolute(file) ? pathToFileURL(file).href : relativeUri(normalize(file));
