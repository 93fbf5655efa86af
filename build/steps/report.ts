import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../root.ts';

/** Where a test runner shall write its JSON report; the last one is gone. */
export function reportPath(name: string): string {
  const path = join(root, '.cache', 'reports', name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/** The report, or undefined if the runner ended before it had written all of it. */
export function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
