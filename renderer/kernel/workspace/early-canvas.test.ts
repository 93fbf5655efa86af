import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { askEarly, readCanvas, takeEarlyCanvas } from './early-canvas.ts';

const page = vi.hoisted(() => ({
  canvasId: null as string | null,
  moved: (): void => undefined,
  asked: [] as string[],
  drawn: [] as string[],
  fails: false,
}));

vi.mock('./location.ts', () => ({
  canvasInLocation: () => page.canvasId,
  isCanvasShown: (id: string) => page.canvasId === id,
  history: { subscribe: (listener: () => void) => void (page.moved = listener) },
}));
// The module itself must not be loaded here, because it would keep this test's `desktop` for its own test.
vi.mock('../desktop/record-events.ts', () => ({ drawingsChanged: () => 0 }));
vi.mock('../desktop/desktop.ts', () => ({
  desktop: {
    canvas: {
      open: ({ id }: { id: string }) => {
        page.asked.push(id);
        return page.fails ? Promise.reject(new Error('gone')) : Promise.resolve({ document: id });
      },
      drawn: ({ id }: { id: string }) => {
        page.drawn.push(id);
        return Promise.resolve();
      },
    },
  },
  queries: {
    workspace: { overview: { queryOptions: () => ({}) } },
    canvas: { components: { queryOptions: () => ({}) } },
  },
  queryClient: { query: () => Promise.resolve() },
}));

const go = (canvasId: string | null): void => {
  page.canvasId = canvasId;
  page.moved();
};

vi.useFakeTimers();
page.canvasId = 'first';
askEarly();
const whenAnswered = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));

beforeEach(async () => {
  await whenAnswered();
  page.asked.length = 0;
  page.drawn.length = 0;
  page.fails = false;
});
afterAll(() => void vi.useRealTimers());

test('the first canvas is asked for once, and its answer is taken once', async () => {
  expect(takeEarlyCanvas('other')).toBeNull();
  await expect(takeEarlyCanvas('first')).resolves.toEqual({ document: 'first', asOf: 0 });
  expect(takeEarlyCanvas('first')).toBeNull();
});

test('a canvas is asked for when the location changes to it, and not when it stays there', async () => {
  go('second');
  go('second');
  await whenAnswered();
  expect(page.asked).toEqual(['second']);
  await expect(takeEarlyCanvas('second')).resolves.toMatchObject({ document: 'second' });
});

test('only the answer for the last location is kept, and a canvas that was left counts as drawn', async () => {
  go('third');
  go(null);
  await whenAnswered();
  expect(page.drawn).toEqual(['third']);
  expect(takeEarlyCanvas('third')).toBeNull();
});

test('an answer that nobody takes is forgotten, and its canvas counts as drawn', async () => {
  go('fourth');
  await vi.advanceTimersByTimeAsync(2999);
  expect(page.drawn).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(page.drawn).toEqual(['fourth']);
  expect(takeEarlyCanvas('fourth')).toBeNull();
});

test('an answer that was taken is not reported as drawn later', async () => {
  go('fifth');
  await takeEarlyCanvas('fifth');
  await vi.advanceTimersByTimeAsync(5000);
  expect(page.drawn).toEqual([]);
});

test('after a failed request the page asks again', async () => {
  page.fails = true;
  go('sixth');
  await whenAnswered();
  expect(takeEarlyCanvas('sixth')).toBeNull();
  page.fails = false;
  await expect(readCanvas('sixth', () => true)).resolves.toMatchObject({ document: 'sixth' });
  expect(page.asked).toEqual(['sixth', 'sixth']);
});
