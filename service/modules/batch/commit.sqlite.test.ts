import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { plantTree } from '../../testing/sample-tree.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

// These tests need SQLite, because on PostgreSQL each part of a batch has its own commit.
let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

const answered = z.object({ answers: z.array(z.object({ status: z.number() })) });

/** Makes the commit fail for every transaction that creates a threat with this title. */
const refuseToCommit = async (title: string): Promise<void> => {
  const statements = [
    'create table refused (id text references threats deferrable initially deferred)',
    `create trigger refusing after insert on threats when (new.title = '${title}')
     begin insert into refused values ('none'); end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(service.database);
};

test('writes that could not be committed are not acknowledged, and can be sent again', async () => {
  const { componentId } = await plantTree(service.owner);
  const titles = ['One', 'Two', 'Bad', 'Three', 'Four'];
  const requests = titles.map((title) => ({
    method: 'POST',
    path: '/threats',
    idempotencyKey: title,
    body: { title, componentId },
  }));
  const send = async () => {
    const { body } = await service.owner.send('POST', '/batch', { json: { requests } });
    return answered.parse(body).answers.map(({ status }) => status);
  };
  const stored = async () =>
    (await service.owner.api.threats.listForComponent({ componentId })).map(({ title }) => title);

  await refuseToCommit('Bad');
  const first = await send();
  expect(first[2]).toBe(500);
  // The writes that share a commit with the third write fail too. Their number depends on timing.
  const acknowledged = titles.filter((_, index) => first[index] === 201);
  expect(await stored()).toEqual(['Threat', ...acknowledged]);
  expect(acknowledged.length + first.filter((status) => status === 500).length).toBe(titles.length);

  await sql`drop trigger refusing`.execute(service.database);
  expect(await send()).toEqual([201, 201, 201, 201, 201]);
  expect((await stored()).toSorted()).toEqual(['Threat', ...titles].toSorted());
});
