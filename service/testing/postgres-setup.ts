import type { TestProject } from 'vitest/node';
import { startPostgresServer } from './postgres-server.ts';

/** One PostgreSQL for as long as the tests of a run last. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresServer({ isDurable: false });
  project.provide('postgresUrl', url);
  return stop;
}
