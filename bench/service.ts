import { migrate } from '../service/database/migrate.ts';
import type { Database } from '../service/database/schema.ts';
import { accessToken } from '../shared/api/auth.ts';
import { load, type LoadRequest } from './service/load.ts';
import { onBothDatabases } from './service/on-both-databases.ts';
import { startProcess, type ServerProcess } from './service/process.ts';
import { requestKinds, type RequestKind } from './service/request-kinds.ts';
import { seed, type Seeded } from './service/seed.ts';
import type { Table } from './table.ts';

const threats = 100_000;
const rounds = 3;
const seconds = 3;
const manyRequests = 200_000;

/**
 * Compares the service for a team with a bare `node:http` server that answers a constant of the same
 * size. The two servers are measured alternately, and only the ratio of their results is meaningful. The
 * database has 100,000 threats. The service checks everything: authentication, scopes, permissions, and
 * the form of requests.
 */
export const service = async (): Promise<Table> => await onBothDatabases(measure);

type Rows = Table['rows'];

const measure = async (name: string, location: string, database: Database): Promise<Rows> => {
  await migrate(database);
  const seeded = await seed(database, threats);
  await database.destroy();
  const served = await startProcess('service-under-load.ts', location);
  try {
    const authorization = await authorizationOf(served, seeded);
    const rows: Rows = [];
    for (const kind of requestKinds(seeded)) {
      rows.push(...(await compared(name, served, kind, authorization)));
    }
    rows.push(await memory(name, served, requestKinds(seeded), authorization));
    return rows;
  } finally {
    await served.stop();
  }
};

const api = ({ url }: ServerProcess) => `${url}/api/v1`;

const authorizationOf = async (served: ServerProcess, { credentials }: Seeded): Promise<string> => {
  const answer = await fetch(`${api(served)}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return `Bearer ${accessToken.parse(await answer.json()).access_token}`;
};

/**
 * Measures one kind of request: the requests per second, their ratio to those of the bare server, and
 * the 99th percentile of the response times.
 */
const compared = async (
  database: string,
  served: ServerProcess,
  { name, next }: RequestKind,
  authorization: string,
): Promise<Rows> => {
  const bare = await startProcess(
    'bare-server.ts',
    String(await sizeOf(served, next(), authorization)),
  );
  const results: Awaited<ReturnType<typeof load>>[] = [];
  const ratios: number[] = [];
  try {
    // Warms up the compilers and caches of both servers.
    await load(api(served), next, { authorization, duration: 1 });
    await load(bare.url, next, { authorization, duration: 1 });
    for (let round = 0; round < rounds; round++) {
      const baseline = await load(bare.url, next, { authorization, duration: seconds });
      const own = await load(api(served), next, { authorization, duration: seconds });
      if (own.refused > 0) console.warn(`${name}: ${own.refused} requests were not served`);
      results.push(own);
      ratios.push(own.requestsPerSecond / baseline.requestsPerSecond);
    }
  } finally {
    await bare.stop();
  }
  const figure = `${database}: ${name}`;
  return [
    { figure, unit: 'of bare', values: ratios },
    { figure, unit: 'req/s', values: results.map(({ requestsPerSecond }) => requestsPerSecond) },
    { figure, unit: 'p99 ms', values: results.map(({ p99Ms }) => p99Ms) },
  ];
};

const sizeOf = async (
  served: ServerProcess,
  { method, path, body }: LoadRequest,
  authorization: string,
): Promise<number> => {
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(api(served) + path, { method, headers, body: body ?? null });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.arrayBuffer()).byteLength;
};

/**
 * Measures how much the heap grows during many requests of the first kind in the list. A tenth as many
 * requests are sent before the measurement, as a warm-up.
 */
const memory = async (
  database: string,
  served: ServerProcess,
  [kind]: RequestKind[],
  authorization: string,
): Promise<Rows[number]> => {
  if (!kind) throw new Error('there are no kinds of requests');
  await load(api(served), kind.next, { authorization, amount: manyRequests / 10 });
  const before = await served.heapMegabytes();
  await load(api(served), kind.next, { authorization, amount: manyRequests });
  const grown = (await served.heapMegabytes()) - before;
  return {
    figure: `${database}: heap after ${manyRequests} more`,
    unit: 'MB grown',
    values: [grown],
  };
};
