import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../service/database/migrate.ts';
import type { Database } from '../service/database/schema.ts';
import { ensureOwner, issueApiToken } from '../service/provision.ts';
import { accessToken } from '../shared/api/auth.ts';
import { honestClient, type Measured } from './hostile/honest-client.ts';
import { startServing, type Memory } from './hostile/serving.ts';
import { prepareVictim } from './hostile/victim.ts';
import { onBothDatabases } from './service/on-both-databases.ts';
import { startProcess } from './service/process.ts';
import type { Table } from './table.ts';

const honestClients = 9;
const rounds = 3;
const roundMs = 15_000;
const sampleMs = 250;

type Rows = Table['rows'];

/**
 * Measures the response times and the memory of the service while nine honest clients use it and another
 * client attacks it with everything that `service/hostile` tests. All processes share the processors of
 * this machine. So the honest clients also measure a bare `node:http` server, whose response times show
 * how busy the processors are.
 */
export const hostile = async (): Promise<Table> => await onBothDatabases(measure);

const measure = async (name: string, location: string, database: Database): Promise<Rows> => {
  await migrate(database);
  const secrets = await issueSecrets(database);
  await database.destroy();
  const served = await startServing(location);
  const bare = await startProcess('bare-server.ts', '500');
  const { url } = served;
  try {
    const [hostileToken = '', ...tokens] = await Promise.all(
      secrets.map(async (secret) => await authorizationOf(url, secret)),
    );
    const victim = await prepareVictim(url, hostileToken);
    const attacker = await startProcess('../hostile/attacker.ts', JSON.stringify(victim));
    const { collectionId } = victim;
    const clients = tokens.map((authorization) => ({
      url,
      bareUrl: bare.url,
      authorization,
      collectionId,
    }));
    const measured: (Measured & { peak: Memory; processors: number })[] = [];
    for (let round = 0; round < rounds; round++) {
      measured.push(await roundOf(served, clients));
    }
    await attacker.stop();
    const row = (figure: string, unit: string, of: (one: (typeof measured)[number]) => number) => ({
      figure: `${name}: ${figure}`,
      unit,
      values: measured.map(of),
    });
    return [
      row('honest requests', 'number', ({ ms }) => ms.length),
      row('half of them', 'ms', ({ ms }) => quantile(ms, 0.5)),
      { ...row('99 of 100', 'ms', ({ ms }) => quantile(ms, 0.99)), aim: '< 250' },
      row('half of those to the bare server', 'ms', ({ bareMs }) => quantile(bareMs, 0.5)),
      row('99 of 100 of them', 'ms', ({ bareMs }) => quantile(bareMs, 0.99)),
      { ...row('not 2xx', 'number', ({ failures }) => sum(Object.values(failures))), aim: '0' },
      { ...row('most memory, resident', 'MB', ({ peak }) => peak.resident), aim: '< 700' },
      row('most memory, proportional', 'MB', ({ peak }) => peak.proportional),
      row('most memory of the service itself', 'MB', ({ peak }) => peak.service),
      row('used by the service', 'processors', ({ processors }) => processors),
    ];
  } finally {
    await bare.stop();
    await served.stop();
  }
};

const roundOf = async (
  served: Awaited<ReturnType<typeof startServing>>,
  clients: Parameters<typeof honestClient>[0][],
) => {
  const measured: Measured = { ms: [], bareMs: [], failures: {} };
  const begun = performance.now();
  const usedBefore = served.processorSeconds();
  const isOver = () => performance.now() - begun > roundMs;
  const working = Promise.all(
    clients.map(async (client) => await honestClient(client, measured, isOver)),
  );
  const peak: Memory = { resident: 0, proportional: 0, service: 0 };
  while (!isOver()) {
    const now = served.memory();
    peak.resident = Math.max(peak.resident, now.resident);
    peak.proportional = Math.max(peak.proportional, now.proportional);
    peak.service = Math.max(peak.service, now.service);
    await pause(sampleMs);
  }
  await working;
  const seconds = (performance.now() - begun) / 1000;
  return { ...measured, peak, processors: (served.processorSeconds() - usedBefore) / seconds };
};

type Secret = { clientId: string; secret: string };

const issueSecrets = async (database: Database): Promise<Secret[]> => {
  const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };
  const { id: userId } = await ensureOwner(database, person);
  const secrets: Secret[] = [];
  for (let token = 0; token <= honestClients; token++) {
    const name = `client ${token}`;
    secrets.push(await issueApiToken(database, { userId, name, scopes: ['*:read', '*:write'] }));
  }
  return secrets;
};

const authorizationOf = async (url: string, secret: Secret): Promise<string> => {
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(secret),
  });
  return `Bearer ${accessToken.parse(await answer.json()).access_token}`;
};

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
};

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
