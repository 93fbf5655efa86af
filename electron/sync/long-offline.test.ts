import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import { batchNetwork } from './testing/batch-network.ts';
import { change, created, openOffice, uuid, type Office } from './testing/office.ts';

const gestures = 3000;
/**
 * The highest number of requests that the gestures may need. The ratio is that of 200 requests for
 * 10,000 gestures.
 */
const maxRequests = gestures / 50;
/**
 * The duration of each request on the app's clock, in milliseconds. It determines how often sync reads
 * between the batches, because sync does so only after a certain time.
 */
const requestMs = 100;

const canvases = 10;
const componentsEach = 12;
const threatsEach = 6;

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const madeOffline = (): RecordChange[] => {
  let number = 100;
  const made: RecordChange[] = [];
  const make = (kind: RecordChange['kind'], parentId: string | null): string => {
    number += 1;
    const values = { [kind === 'comment' ? 'text' : 'title']: `Made as number ${number}` };
    made.push(created(kind, uuid(number), parentId, values));
    return uuid(number);
  };
  const modelId = make('threatModel', make('collection', null));
  for (let canvas = 0; canvas < canvases; canvas += 1) {
    const canvasId = make('canvas', modelId);
    for (let component = 0; component < componentsEach; component += 1) {
      const componentId = make('component', canvasId);
      for (let threat = 0; threat < threatsEach; threat += 1) {
        const threatId = make('threat', componentId);
        if (threat % 2 === 0) make(canvas % 2 === 0 ? 'mitigation' : 'comment', threatId);
      }
    }
  }
  return made;
};

it('the changes of a long time offline reach the service in few requests', async () => {
  const network = batchNetwork(office.reach);
  const app = await office.openApp({
    network: network.fetch,
    later: () => () => {},
    elapsed: () => network.sent.length * requestMs,
  });
  await app.engine.syncAll();
  const made = madeOffline();
  for (const each of made) change(app.store, [each]);
  const threats = made.filter(({ kind }) => kind === 'threat');
  for (let gesture = made.length; gesture < gestures; gesture += 1) {
    const id = threats[gesture % threats.length]?.id ?? '';
    const values = { description: `Described by gesture ${gesture}`, status: 'accepted' };
    change(app.store, [{ op: 'update', kind: 'threat', id, values }]);
  }
  const before = network.sent.length;
  await app.engine.flush();
  expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  expect(network.sent.length - before).toBeLessThan(maxRequests);
});
