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
import { change, created, openOffice, type App, type Office } from './testing/office.ts';
import { canvasId, componentId, modelId } from './testing/web-shop.ts';

let office: Office;
let app: App;
let other: SyncClient;
/** While true, the service executes creates of comments and updates, but their responses are lost. */
let losesResponses: boolean;
/** Handles the requests in place of the service; `null` if the service handles them. */
let instead: Fetch | null;

const openApp = async (around: (reach: Fetch) => Fetch = (reach) => reach): Promise<void> => {
  const reach = around(office.reach);
  app = await office.openApp({
    network: async (request) => {
      const response = await (instead ?? reach)(request);
      const isLost = request.method === 'PATCH' || request.url.endsWith('/comments');
      if (losesResponses && isLost) throw new TypeError('connection reset');
      return response;
    },
    later: () => () => {},
  });
  change(app.store, commentedThreat);
  await app.engine.syncAll();
};

beforeEach(async () => {
  office = await openOffice();
  other = await office.client(office.reach);
  losesResponses = false;
  instead = null;
});
afterEach(() => office.close());

type Kind = 'canvas' | 'component' | 'threat' | 'comment';
const serviceId = (kind: Kind, id: string): string => app.store.idMap.serviceId(kind, id) ?? '';
const undo = (scope = 'workspace'): void => void app.store.changes.undo(scope);
const remove = (kind: Kind, id: string): void => change(app.store, [{ op: 'delete', kind, id }]);
const retitle = (kind: Kind, id: string, title: string): void =>
  change(app.store, [{ op: 'update', kind, id, values: { title } }]);
const decide = async (kind: Kind, id: string, record: 'mine' | 'theirs'): Promise<void> => {
  app.engine.resolve({ kind, id, choices: { record } });
  await app.engine.syncAll();
};
/** A reading finds what a pass has changed, so it takes two passes until nothing is left to do. */
const syncTwice = async (): Promise<void> => {
  await app.engine.syncAll();
  await app.engine.syncAll();
};
const sendWithoutResponse = async (): Promise<void> => {
  losesResponses = true;
  await expect(app.engine.flush()).rejects.toThrow('connection reset');
  losesResponses = false;
};
const commentsThere = async (): Promise<string[]> =>
  (await other.comments.list({})).items.map(({ text }) => text).toSorted();
const outcome = async () => await outcomeOf(app, other);

/** Others delete the component, although it was renamed here. */
const deleteComponentThere = async (): Promise<void> => {
  await other.components.delete({ id: serviceId('component', componentId) });
  retitle('component', componentId, 'App');
};

/**
 * Each of these deletes the component here after others deleted it, and undoes this. `before` is called
 * when others have deleted the component, and sync does not know it yet.
 */
const undoneDeletes = [
  {
    how: 'the person has deleted it too',
    deleteAndUndo: async (before: () => void) => {
      await deleteComponentThere();
      before();
      remove('component', componentId);
      await app.engine.syncAll();
      undo();
      await syncTwice();
    },
  },
  {
    how: 'the person has accepted the delete by others',
    deleteAndUndo: async (before: () => void) => {
      await deleteComponentThere();
      before();
      await app.engine.syncAll();
      await decide('component', componentId, 'theirs');
      undo(modelId);
      await syncTwice();
    },
  },
];

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('a record that comes back after its delete has ended, at $service', ({ around }) => {
  beforeEach(() => openApp(around));

  it.each(undoneDeletes)(
    'has a record once whose create got no response, if $how',
    async ({ deleteAndUndo }) => {
      change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
      await sendWithoutResponse();
      expect(await commentsThere()).toEqual(['Seen again', 'Seen last year']);
      await deleteAndUndo(() => {});
      expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
    },
  );

  it.each(undoneDeletes)(
    'lacks a record that was deleted before, if $how',
    async ({ deleteAndUndo }) => {
      await deleteAndUndo(() => remove('comment', commentId));
      expect(await outcome()).toEqual(saved());
    },
  );
});

describe('a record that comes back after its delete has ended', () => {
  beforeEach(() => openApp());

  it.each(undoneDeletes)(
    'lacks records that were deleted one after the other, if $how',
    async ({ deleteAndUndo }) => {
      await deleteAndUndo(() => {
        remove('comment', commentId);
        remove('threat', threatId);
      });
      expect(await outcome()).toEqual(saved());
      expect((await other.threats.list({})).items).toEqual([]);
    },
  );

  it.each(undoneDeletes)(
    'lacks a record that was deleted before its create got a response, if $how',
    async ({ deleteAndUndo }) => {
      change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
      await sendWithoutResponse();
      await deleteAndUndo(() => remove('comment', newCommentId));
      expect(await outcome()).toEqual(saved('Seen last year'));
    },
  );

  it.each(undoneDeletes)(
    'has a record again whose delete is undone too, if $how',
    async ({ deleteAndUndo }) => {
      await deleteAndUndo(() => {
        const records = [{ op: 'delete', kind: 'comment', id: commentId } as const];
        app.store.changes.apply({ scope: modelId, label: 'test', records });
      });
      undo(modelId);
      await syncTwice();
      expect(await outcome()).toEqual(saved('Seen last year'));
    },
  );

  it.each(undoneDeletes)('recognizes its unanswered update, if $how', async ({ deleteAndUndo }) => {
    retitle('threat', threatId, 'Theft');
    await sendWithoutResponse();
    retitle('threat', threatId, 'Theft of sessions');
    await deleteAndUndo(() => {});
    expect(await outcome()).toEqual(saved('Seen last year'));
    expect((await other.threats.list({})).items).toMatchObject([{ title: 'Theft of sessions' }]);
  });

  it('has the conflict about a deleted record in it again', async () => {
    remove('comment', commentId);
    const id = serviceId('comment', commentId);
    await other.comments.update({ id, text: 'Seen this year' });
    await app.engine.syncAll();
    await deleteComponentThere();
    await app.engine.syncAll();
    await decide('component', componentId, 'theirs');
    expect(app.engine.conflicts()).toEqual([]);
    undo(modelId);
    await syncTwice();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'comment', type: 'editedThere' }]);
    await decide('comment', commentId, 'mine');
    expect(await outcome()).toEqual(saved());
  });
});

describe('a record that others have deleted and restored', () => {
  let componentThere: string;
  beforeEach(async () => {
    await openApp();
    componentThere = serviceId('component', componentId);
  });

  const restoreThere = async (): Promise<void> => {
    await other.components.restore({ id: componentThere });
    await syncTwice();
  };

  /** Afterwards the component is here as others restored it, but the store still has its ended delete. */
  const deleteAndRestore = async (): Promise<void> => {
    await deleteComponentThere();
    remove('component', componentId);
    await app.engine.syncAll();
    await restoreThere();
  };

  it('lacks a record that was deleted here before', async () => {
    remove('comment', commentId);
    await other.components.delete({ id: componentThere });
    await app.engine.syncAll();
    await restoreThere();
    expect(await outcome()).toEqual(saved());
  });

  it('lacks a record that was deleted here before the person accepted the delete by others', async () => {
    await deleteComponentThere();
    remove('comment', commentId);
    await app.engine.syncAll();
    await decide('component', componentId, 'theirs');
    await restoreThere();
    expect(await outcome()).toEqual(saved());
  });

  it('has the conflict about a deleted record in it again', async () => {
    remove('comment', commentId);
    const id = serviceId('comment', commentId);
    await other.comments.update({ id, text: 'Seen this year' });
    await app.engine.syncAll();
    await other.components.delete({ id: componentThere });
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    await restoreThere();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'comment', type: 'editedThere' }]);
  });

  it('has a record once whose create got no response, if the delete is undone', async () => {
    change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
    await sendWithoutResponse();
    await deleteAndRestore();
    undo();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
  });

  it('keeps later edits if it is deleted again, and only that is undone', async () => {
    change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
    await sendWithoutResponse();
    await deleteAndRestore();
    const values = { text: 'Seen thrice' };
    change(app.store, [{ op: 'update', kind: 'comment', id: newCommentId, values }]);
    remove('canvas', canvasId);
    undo();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen last year', 'Seen thrice'));
  });

  it('takes later edits of others if it is deleted again, and only that is undone', async () => {
    retitle('component', componentId, 'Shop');
    await sendWithoutResponse();
    await deleteAndRestore();
    retitle('component', componentId, 'Web shop');
    await syncTwice();
    await other.components.update({ id: componentThere, title: 'Web shop 2' });
    remove('canvas', canvasId);
    undo();
    await syncTwice();
    expect(app.store.records.find('component', componentId)?.local['title']).toBe('Web shop 2');
    expect(await outcome()).toEqual(saved('Seen last year'));
  });
});

describe('a conflict about a record that others then delete', () => {
  let commentThere: string;
  let componentThere: string;
  beforeEach(async () => {
    await openApp();
    commentThere = serviceId('comment', commentId);
    componentThere = serviceId('component', componentId);
    remove('comment', commentId);
    await other.comments.update({ id: commentThere, text: 'Seen this year' });
    await app.engine.syncAll();
  });

  it.each(['Seen this year', 'Seen last year'])(
    'does not remove the record after others restored it with the text %s',
    async (text) => {
      await other.comments.update({ id: commentThere, text });
      await other.comments.delete({ id: commentThere });
      await syncTwice();
      await other.comments.restore({ id: commentThere });
      await syncTwice();
      expect(await outcome()).toEqual(saved(text));
      await other.components.delete({ id: componentThere });
      await syncTwice();
      await other.components.restore({ id: componentThere });
      await syncTwice();
      expect(await outcome()).toEqual(saved(text));
    },
  );

  it('is open again if the person accepted the delete of the parent, and others restore it', async () => {
    await deleteComponentThere();
    await app.engine.syncAll();
    await decide('component', componentId, 'theirs');
    await other.components.restore({ id: componentThere });
    await syncTwice();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'comment', type: 'editedThere' }]);
  });

  it('is open again if the parent is deleted after a decision, and that is undone', async () => {
    remove('component', componentId);
    await app.engine.syncAll();
    await decide('component', componentId, 'mine');
    await syncTwice();
    expect(await commentsThere()).toEqual([]);
    undo('workspace');
    undo(modelId);
    await syncTwice();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'comment', type: 'editedThere' }]);
  });
});

describe('an unanswered create in a deleted record', () => {
  const isCreate = ({ method, url }: Request): boolean =>
    method === 'POST' && url.endsWith('/comments');
  beforeEach(() => openApp());

  it('makes one record if it arrives after the delete was executed and undone', async () => {
    const late: Request[] = [];
    instead = async (request) => {
      if (isCreate(request)) late.push(request.clone());
      const response = isCreate(request) ? null : await office.reach(request);
      if (!response || request.method === 'DELETE') throw new TypeError('connection reset');
      return response;
    };
    change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
    await app.engine.flush().catch(() => undefined);
    remove('threat', threatId);
    await app.engine.flush().catch(() => undefined);
    expect((await other.threats.list({})).items).toEqual([]);
    undo();
    instead = null;
    await syncTwice();
    for (const request of late) await office.reach(request);
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
  });

  it('is recognized when others restore the record, even if its key has expired', async () => {
    change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
    await sendWithoutResponse();
    instead = async (request) => {
      const again = new Request(request);
      again.headers.delete('idempotency-key');
      return await office.reach(again);
    };
    const id = serviceId('component', componentId);
    await other.components.delete({ id });
    remove('component', componentId);
    await app.engine.syncAll();
    await other.components.restore({ id });
    await syncTwice();
    expect(app.store.records.has('comment', newCommentId)).toBe(true);
    undo();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
  });
});

describe('a delete that was queued again', () => {
  it('can be undone before it is sent, with what was created in the record', async () => {
    await openApp();
    const id = serviceId('component', componentId);
    await other.threats.delete({ id: serviceId('threat', threatId) });
    await other.components.delete({ id });
    change(app.store, [created('comment', newCommentId, threatId, { text: 'Seen again' })]);
    remove('threat', threatId);
    await syncTwice();
    await other.components.restore({ id });
    await app.engine.syncAll();
    undo();
    await syncTwice();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen again', 'Seen last year'));
  });
});

describe('a record that was deleted here and by others, and that others restored', () => {
  let commentThere: string;
  beforeEach(async () => {
    await openApp();
    commentThere = serviceId('comment', commentId);
    await other.comments.delete({ id: commentThere });
    remove('comment', commentId);
    await app.engine.syncAll();
  });

  it('stays if its parent is deleted here, and that is undone', async () => {
    await other.comments.restore({ id: commentThere });
    remove('threat', threatId);
    undo();
    await app.engine.flush();
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen last year'));
  });

  it('stays if a conflict about its parent is decided for the others', async () => {
    remove('threat', threatId);
    await other.threats.update({ id: serviceId('threat', threatId), title: 'Theirs' });
    await app.engine.syncAll();
    await other.comments.restore({ id: commentThere });
    await syncTwice();
    await decide('threat', threatId, 'theirs');
    await syncTwice();
    expect(await outcome()).toEqual(saved('Seen last year'));
  });
});

describe('a delete that became a conflict and is undone', () => {
  it('does not hide an unanswered update from a later edit', async () => {
    await openApp();
    retitle('threat', threatId, 'Theft');
    await app.engine.syncAll();
    retitle('threat', threatId, 'Session theft');
    await sendWithoutResponse();
    remove('component', componentId);
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    undo();
    retitle('threat', threatId, 'Theft');
    await syncTwice();
    expect((await other.threats.list({})).items).toMatchObject([{ title: 'Theft' }]);
    expect(await outcome()).toEqual(saved('Seen last year'));
  });
});

describe('a conflict about a record that was deleted here and changed by others', () => {
  beforeEach(async () => {
    await openApp();
    remove('comment', commentId);
    const id = serviceId('comment', commentId);
    await other.comments.update({ id, text: 'Seen this year' });
    await app.engine.syncAll();
  });

  it('is open until the person decides', async () => {
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'comment', type: 'editedThere' }]);
  });

  it.each(['comment', 'component'] as const)('ends if others delete the %s', async (kind) => {
    if (kind === 'comment') await other.comments.delete({ id: serviceId('comment', commentId) });
    else await other.components.delete({ id: serviceId('component', componentId) });
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('is open again if the component is deleted by others and restored here', async () => {
    await other.comments.delete({ id: serviceId('comment', commentId) });
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    remove('canvas', canvasId);
    await app.engine.syncAll();
    undo();
    await syncTwice();
    expect(await outcome()).toEqual(saved());
  });
});
