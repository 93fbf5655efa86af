import { expect, it } from 'vitest';
import { thisComputer } from '#shared/desktop/connections.ts';
import { createServiceConnections } from './service-connections.ts';

const embedded = () => {
  let starts = 0;
  const service = {
    start: () => void (starts += 1),
    fetch: () => Promise.resolve(new Response('here')),
    credentials: () => Promise.resolve({ clientId: 'client', secret: 'secret' }),
    readAhead: () => undefined,
    userId: () => Promise.resolve('me'),
    databasePath: '',
    pause: () => Promise.resolve(),
    stop: () => undefined,
  };
  return { service, starts: () => starts };
};

const unused = (): never => {
  throw new Error('Nothing of a remote connection is used');
};

it('starts the service of this computer when it is first used, and only once', async () => {
  const { service, starts } = embedded();
  const list = { find: () => null };
  const connectionOf = createServiceConnections({
    list,
    vault: { get: unused },
    remoteFetch: unused,
    service,
  });
  const connection = connectionOf(thisComputer.id);
  connection.readAhead?.(null);
  expect(starts()).toBe(0);
  const response = await connection.fetch(new Request('http://embedded.invalid/'));
  expect(await response.text()).toBe('here');
  expect(await connection.userId()).toBe('me');
  await connectionOf(thisComputer.id).credentials();
  expect(starts()).toBe(1);
});
