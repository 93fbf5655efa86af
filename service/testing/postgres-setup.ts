import type { TestProject } from 'vitest/node';
import { startPostgresServer } from './postgres-server.ts';
import { createMigratedTemplate } from './test-database.ts';

/** Starts one PostgreSQL server for all tests of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresServer({ isDurable: false });
  await createMigratedTemplate(url);
  project.provide('postgresUrl', url);
  return stop;
}
