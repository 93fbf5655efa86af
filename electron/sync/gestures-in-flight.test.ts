import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncClient } from '../connection/api-client.ts';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import {
  commentedThreat,
  commentId,
  newCommentId,
  outcomeOf,
  saved,
  threatId,
} from './testing/commented-threat.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { componentId, modelId } from './testing/web-shop.ts';

let office: Office;
let app: App;
let other: SyncClient;
/** Handles the requests in place of the service; `null` if the service handles them. */
let instead: Fetch | null;
/** The service without the faults of a test. */
let reach: Fetch;
let now: number;

const openApp = async (around: (reach: Fetch) => Fetch = (plain) => plain): Promise<void> => {
  reach = around(office.reach);
  app = await office.openApp({
    network: async (request) => await (instead ?? reach)(request),
    elapsed: () => now,
    later: () => () => {},
  });
  change(app.store, commentedThreat);
  await app.engine.syncAll();
};

beforeEach(async () => {
  office = await openOffice();
  other = await office.client(office.reach);
  instead = null;
  now = 0;
});
afterEach(() => office.close());

type Kind = 'threat' | 'comment';
const serviceId = (kind: Kind, id: string): string => app.store.idMap.serviceId(kind, id) ?? '';
const undo = (scope = 'workspace'): void => void app.store.changes.undo(scope);
const remove = (kind: Kind, id: string): void => change(app.store, [{ op: 'delete', kind, id }]);
const comment = (text: string): void =>
  change(app.store, [created('comment', newCommentId, threatId, { text })]);
const edit = (id: string, text: string): void =>
  change(app.store, [{ op: 'update', kind: 'comment', id, values: { text } }]);
const flush = async (): Promise<void> => {
  await app.engine.flush().catch(() => undefined);
};
const syncTwice = async (): Promise<void> => {
  await app.engine.syncAll();
  await app.engine.syncAll();
};
const lost = (): never => {
  throw new TypeError('connection reset');
};
const refusal = (status: number): Response => Response.json({ title: 'No' }, { status });
const isCreate = ({ method, url }: Request): boolean =>
  method === 'POST' && url.endsWith('/comments');
const isReadOfThreat = ({ method, url }: Request): boolean =>
  method === 'GET' && /\/threats\/[^/]+$/.test(url);

const outcome = async () => await outcomeOf(app, other);
const another = (): string =>
  app.store.records.all('comment').find(({ id }) => ![commentId, newCommentId].includes(id))?.id ??
  '';

describe.each([
  { service: 'our service', around: (plain: Fetch) => plain },
  { service: 'a service that only does what the specification says', around: plainService },
])('at $service', ({ around }) => {
  beforeEach(() => openApp(around));

  describe('a create', () => {
    it('makes one record if the parent is deleted and restored while it is in flight', async () => {
      let isFirst = true;
      instead = async (request) => {
        const response = await reach(request);
        if (isCreate(request) && isFirst) {
          isFirst = false;
          remove('threat', threatId);
          undo();
        }
        return response;
      };
      comment('Seen again');
      await app.engine.flush();
      await syncTwice();
      expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
    });

    it('leaves nothing if it is refused, and the record is deleted while the parent is read', async () => {
      let step: 'create' | 'read' | 'done' = 'create';
      instead = async (request) => {
        if (isCreate(request) && step === 'create') {
          step = 'read';
          return refusal(404);
        }
        const response = await reach(request);
        if (step === 'read' && isReadOfThreat(request)) {
          step = 'done';
          remove('comment', newCommentId);
        }
        return response;
      };
      comment('Seen again');
      await app.engine.flush();
      await syncTwice();
      expect(step).toBe('done');
      expect(await outcome()).toEqual(saved('Seen last year'));
    });

    it('is not forgotten if it is refused, and the record restored while the parent is read', async () => {
      let step: 'lost' | 'refused' | 'read' | 'done' = 'lost';
      instead = async (request) => {
        if (isCreate(request) && step === 'lost') {
          step = 'refused';
          return lost();
        }
        if (isCreate(request) && step === 'refused') {
          step = 'read';
          remove('comment', newCommentId);
          return refusal(404);
        }
        const response = await reach(request);
        if (step === 'read' && isReadOfThreat(request)) {
          step = 'done';
          undo();
        }
        return response;
      };
      comment('Seen again');
      await flush();
      await app.engine.flush();
      expect(step).toBe('done');
      expect(app.engine.status()).toMatchObject({ state: 'attention', rejected: 1 });
      app.engine.retryAll();
      await syncTwice();
      expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
    });

    it('goes if it is undone after the search for its record was refused', async () => {
      instead = async (request) => {
        const response = await reach(request);
        return isCreate(request) ? lost() : response;
      };
      comment('Seen again');
      await flush();
      const isSearch = ({ method, url }: Request) => method === 'GET' && url.includes('/comments');
      instead = async (request) => (isSearch(request) ? refusal(403) : await reach(request));
      await app.engine.flush();
      instead = null;
      expect(app.engine.pendingChanges()).toMatchObject([{ op: 'create', rejection: {} }]);
      undo();
      await syncTwice();
      expect(await outcome()).toEqual(saved('Seen last year'));
    });
  });

  it.each(['here', 'here and at the service'])(
    'a conflict in a record is open again if the record was deleted %s, and that is undone',
    async (where) => {
      remove('comment', commentId);
      await other.comments.update({ id: serviceId('comment', commentId), text: 'Seen this year' });
      await app.engine.syncAll();
      remove('threat', threatId);
      await app.engine.syncAll();
      let isDown = false;
      instead = async (request) => {
        if (request.method === 'DELETE' && where !== 'here') await reach(request);
        isDown ||= request.method === 'DELETE';
        return isDown ? lost() : await reach(request);
      };
      app.engine.resolve({ kind: 'threat', id: threatId, choices: { record: 'mine' } });
      await app.engine.idle();
      instead = null;
      undo(modelId);
      await syncTwice();
      expect(app.store.records.all('comment')).toEqual([]);
      expect(app.store.records.has('threat', threatId)).toBe(true);
    },
  );

  it.each([1, 2])(
    'an unanswered update is recognized after its record was deleted and restored, times: %i',
    async (times) => {
      instead = async (request) => {
        const response = await reach(request);
        return request.method === 'PATCH' ? lost() : response;
      };
      edit(commentId, 'Second');
      await flush();
      remove('comment', commentId);
      instead = async (request) => (request.method === 'DELETE' ? lost() : await reach(request));
      await flush();
      instead = null;
      undo();
      if (times === 2) {
        remove('comment', commentId);
        undo();
      }
      edit(commentId, 'Third');
      await syncTwice();
      expect(await outcome()).toEqual(saved('Third'));
    },
  );
});

describe('the late record of a rejected create', () => {
  beforeEach(async () => {
    await openApp();
    const sent: Request[] = [];
    instead = async (request) => {
      if (!isCreate(request)) return await reach(request);
      sent.push(request.clone());
      return sent.length === 1 ? lost() : refusal(403);
    };
    comment('Seen again');
    await flush();
    await flush();
    instead = null;
    if (sent[0]) await office.reach(sent[0]);
    await app.engine.syncAll();
  });

  it('may be deleted, and the create retried', async () => {
    remove('comment', another());
    await syncTwice();
    app.engine.retryAll();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
  });

  it('keeps its edits when the create is retried', async () => {
    edit(another(), 'Seen thrice');
    app.engine.retryAll();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen last year', 'Seen thrice'));
  });
});

it('a delete that is undone while it is executed is restored with its ID', async () => {
  await openApp();
  const before = serviceId('threat', threatId);
  instead = async (request) => {
    const response = await reach(request);
    if (request.method === 'DELETE') undo();
    return response;
  };
  remove('threat', threatId);
  await app.engine.flush();
  instead = null;
  await syncTwice();
  expect(await outcome()).toEqual(saved('Seen last year'));
  expect(serviceId('threat', threatId)).toBe(before);
});

it('what others added to a deleted record is read when the delete is undone', async () => {
  await openApp();
  const many = uuid(8);
  change(app.store, [created('threat', many, componentId, { title: 'Flooding' })]);
  await app.engine.syncAll();
  await app.engine.syncRecent();
  remove('threat', threatId);
  await other.comments.create({ text: 'Theirs', threatId: serviceId('threat', threatId) });
  // The next short readings start after these, so they do not read the comment again.
  for (let n = 0; n < 101; n += 1) {
    await other.comments.create({ text: `Comment ${n}`, threatId: serviceId('threat', many) });
  }
  await app.engine.flush();
  expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
  now += 130_000;
  await app.engine.syncRecent();
  undo();
  await app.engine.syncRecent();
  const texts = app.store.records.all('comment').map(({ local }) => local['text']);
  expect(texts).toContain('Theirs');
});
