import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExtensionsState } from '#shared/codex/codex-extensions.ts';
import { openOffice, type Office } from '../sync/testing/office.ts';
import { createExtensions } from './extensions.ts';

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const open = async (network?: (request: Request) => Promise<Response>) => {
  const app = await office.openApp(network ? { network } : {});
  const announced: ExtensionsState[] = [];
  const hold = { now: false };
  const extensions = createExtensions({
    store: app.store,
    client: app.client,
    signal: new AbortController().signal,
    isOnHold: () => hold.now,
    announce: (state) => void announced.push(state),
    log: () => {},
  });
  return { ...extensions, announced, hold };
};

const rule = (id: string, title: string) => ({ id, title });
const put = (id: string, title: string) => ({ put: 'rules' as const, item: rule(id, title) });
const titles = ({ document }: ExtensionsState): string[] =>
  document.rules.map(({ title }) => title);

test('a rule of one person reaches the other, and the changes of both are kept', async () => {
  const [ann, bob] = [await open(), await open()];
  ann.change([put('a', 'Kiosks')]);
  await ann.exchange();
  expect(ann.state()).toMatchObject({ isPending: false, sharing: 'shared' });
  await bob.exchange();
  expect(titles(bob.state())).toEqual(['Kiosks']);
  expect(bob.announced.length).toBeGreaterThan(0);

  ann.change([put('b', 'Mainframes')]);
  bob.change([{ rule: 'process-spoofed', isDisabled: true }, put('c', 'Drones')]);
  await ann.exchange();
  await bob.exchange();
  await ann.exchange();
  expect(titles(ann.state()).toSorted()).toEqual(['Drones', 'Kiosks', 'Mainframes']);
  expect(ann.state().document.disabledRules).toEqual(['process-spoofed']);
  expect(bob.state().document).toEqual(ann.state().document);
});

test('offline changes are stored, and sent later', async () => {
  let isOnline = false;
  const ann = await open((request) =>
    isOnline ? office.reach(request) : Promise.reject(new Error('offline')),
  );
  ann.change([put('a', 'Kiosks')]);
  await ann.exchange();
  expect(ann.state()).toMatchObject({ isPending: true, sharing: 'unknown' });
  isOnline = true;
  await ann.exchange();
  expect(ann.state()).toMatchObject({ isPending: false, sharing: 'shared' });
  const bob = await open();
  await bob.exchange();
  expect(titles(bob.state())).toEqual(['Kiosks']);

  // The state is announced after a failed exchange too, so that the window shows the pending changes.
  isOnline = false;
  ann.change([put('b', 'Mainframes')]);
  await ann.exchange();
  expect(ann.announced.at(-1)).toMatchObject({ isPending: true, sharing: 'unknown' });
  isOnline = true;
  await ann.exchange();
  expect(ann.announced.at(-1)).toMatchObject({ isPending: false, sharing: 'shared' });
});

test.for([
  [404, 'local'],
  [403, 'refused'],
] as const)(
  'a service that answers %i leaves the rules on this computer',
  async ([status, sharing]) => {
    const ann = await open(async (request) =>
      request.url.endsWith('/codex/extensions')
        ? new Response('{"message":"no"}', {
            status,
            headers: { 'content-type': 'application/json' },
          })
        : await office.reach(request),
    );
    ann.change([put('a', 'Kiosks')]);
    await ann.exchange();
    expect(ann.state()).toMatchObject({ isPending: true, sharing });
    expect(titles(ann.state())).toEqual(['Kiosks']);
  },
);

test('nothing is sent during a hold, and the service keeps its own rules', async () => {
  const ann = await open();
  ann.hold.now = true;
  ann.change([put('a', 'Kiosks')]);
  const bob = await open();
  await bob.exchange();
  expect(titles(bob.state())).toEqual([]);

  await ann.exchange();
  await office.database.deleteFrom('codex_extensions').execute();
  await ann.exchange('mine');
  expect(titles(ann.state())).toEqual(['Kiosks']);
  await bob.exchange();
  expect(titles(bob.state())).toEqual(['Kiosks']);
});

test('an unchanged document is not downloaded again', async () => {
  const statuses: number[] = [];
  const ann = await open(async (request) => {
    const response = await office.reach(request);
    if (request.url.endsWith('/codex/extensions')) statuses.push(response.status);
    return response;
  });
  ann.change([put('a', 'Kiosks')]);
  await ann.exchange();
  await ann.exchange();
  await ann.exchange();
  expect(statuses.at(-1)).toBe(304);
});
