import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterInputPause } from './after-input-pause.ts';

const input = new EventTarget();
const page = {
  addEventListener: input.addEventListener.bind(input),
  setTimeout: (act: () => void, time: number) => setTimeout(act, time),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', page);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a task runs after a long enough pause in the input', () => {
  const act = vi.fn<() => void>();
  afterInputPause(act, 300);
  vi.advanceTimersByTime(299);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test.each(['keydown', 'input', 'pointerdown', 'pointermove', 'wheel'])(
  'it waits on while the hand goes on (%s)',
  (sign) => {
    const act = vi.fn<() => void>();
    afterInputPause(act, 300);
    for (let time = 0; time < 5; time += 1) {
      vi.advanceTimersByTime(200);
      input.dispatchEvent(new Event(sign));
    }
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(act).toHaveBeenCalledTimes(1);
  },
);

test('a canceled task does not run', () => {
  const act = vi.fn<() => void>();
  afterInputPause(act, 300)();
  vi.advanceTimersByTime(1000);
  expect(act).not.toHaveBeenCalled();
});
