import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../root.ts';

/** Returns the path for a test runner's JSON report, after deleting the previous report. */
export function reportPath(name: string): string {
  const path = join(root, '.cache', 'reports', name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/** Returns the parsed report, or undefined if the test runner ended before the report was complete. */
export function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
