import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { invalidate } from './invalidate.ts';

const queryKey = ['overview'];

/** A query with an observer, like one that a component shows. Each reading is answered by the test. */
const observed = () => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false, networkMode: 'always' } },
  });
  const answers: ((rows: number) => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  return { client, answers, stop };
};

test('a query is read again if a change comes during its first reading', async () => {
  const { client, answers, stop } = observed();
  expect(answers).toHaveLength(1);

  invalidate(client, queryKey);
  invalidate(client, queryKey);
  expect(answers).toHaveLength(1);
  answers[0]?.(0);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(1);

  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(1));
  expect(answers).toHaveLength(2);
  stop();
});

test('a query that has been read is read again at once', async () => {
  const { client, answers, stop } = observed();
  answers[0]?.(0);
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(0));

  invalidate(client, queryKey);
  expect(answers).toHaveLength(2);
  answers[1]?.(1);

  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(1));
  expect(answers).toHaveLength(2);
  stop();
});
