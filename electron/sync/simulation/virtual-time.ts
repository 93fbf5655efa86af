import crypto, { createHash, type BinaryLike } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createChance } from './chance.ts';

type Timer = { at: number; order: number; run: () => unknown };

/**
 * The number of consecutive idle turns of the event loop after which no work is assumed to be left until
 * time passes.
 */
const quietTurns = 3;
const start = Date.UTC(2030, 0, 7, 9);

/**
 * Creates a virtual clock. Its time advances only when no other work is left, and then without waiting.
 */
const createClock = () => {
  let elapsed = 0;
  let slept = 0;
  let order = 0;
  let busy = 0;
  const timers = new Set<Timer>();

  const after = (ms: number, run: () => unknown): (() => void) => {
    const timer = { at: elapsed + Math.max(0, ms), order: (order += 1), run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };

  /** Resolves when nothing in this process can continue until time passes. */
  const untilIdle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns;) {
      await nextTurn();
      quiet = busy === 0 ? quiet + 1 : 0;
    }
  };

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  };

  const step = async (): Promise<void> => {
    const timer = next();
    if (!timer) throw new Error('something waits for an event that will never come');
    timers.delete(timer);
    elapsed = Math.max(elapsed, timer.at);
    await timer.run();
    await untilIdle();
  };

  return {
    now: (): number => start + elapsed + slept,
    elapsed: (): number => elapsed,
    after,
    wait: (ms: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      after(ms, resolve);
      return promise;
    },

    /** Makes the computers sleep. Their wall clocks go on meanwhile, but timers do not. */
    sleep: (ms: number): void => {
      slept += ms;
    },

    /** Stops time until `work` has ended, and returns its result. */
    during: async <Result>(work: Promise<Result>): Promise<Result> => {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
      }
    },

    /** Lets time pass until `work` is done. */
    until: async <Result>(work: Promise<Result>): Promise<Result> => {
      const state = { isDone: false };
      const noted = work.finally(() => {
        state.isDone = true;
      });
      noted.catch(() => undefined);
      await untilIdle();
      while (!state.isDone) await step();
      return await noted;
    },
  };
};

export type Clock = ReturnType<typeof createClock>;

/**
 * Creates timers like those of `setTimeout`. They can be restarted, and never keep the process running.
 */
const createTimers = (clock: Clock) => {
  const cancels = new Map<unknown, () => void>();

  const timer = (run: () => unknown, ms: number, isRepeated: boolean) => {
    const handle = { ref: () => handle, unref: () => handle, refresh: () => begin() };
    const fire = (): unknown => {
      cancels.delete(handle);
      if (isRepeated) begin();
      return run();
    };
    const begin = (): typeof handle => {
      cancels.get(handle)?.();
      cancels.set(handle, clock.after(ms, fire));
      return handle;
    };
    return begin();
  };

  const clear = (handle: unknown): void => {
    cancels.get(handle)?.();
    cancels.delete(handle);
  };

  return {
    setTimeout: (run: () => unknown, ms = 0) => timer(run, ms, false),
    setInterval: (run: () => unknown, ms = 0) => timer(run, ms, true),
    clearTimeout: clear,
    clearInterval: clear,
  };
};

/** Replaces properties of an object. Returns a function that restores them. */
const replace = (target: object, properties: Record<string, unknown>): (() => void) => {
  const before = Object.keys(properties).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  );
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
    }
  };
};

const dateAt = (now: () => number): DateConstructor => {
  const handler: ProxyHandler<DateConstructor> = {
    construct: (target, given: unknown[], made): object => {
      const date: unknown = Reflect.construct(target, given.length > 0 ? given : [now()], made);
      if (!(date instanceof target)) throw new TypeError('not a date');
      return date;
    },
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  };
  return new Proxy(Date, handler);
};

const randomness = (seed: number) => {
  const chance = createChance(seed);
  const randomBytes = (size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, () => chance.below(256)));
  const randomUUID = (): string => {
    const part = (): string =>
      chance
        .below(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const hex = part() + part() + part() + part();
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  return { random: () => chance.below(2 ** 31) / 2 ** 31, randomBytes, randomUUID };
};

/**
 * A fast replacement for `scrypt`, which takes 40 ms on purpose. That would add up, because everybody
 * signs in again and again.
 */
const cheapScrypt = (
  secret: BinaryLike,
  salt: BinaryLike,
  _length: number,
  _options: object,
  done: (error: Error | null, key: Buffer) => void,
): void => done(null, createHash('sha256').update(secret).update(salt).digest());

/**
 * Runs `work` reproducibly for a seed: the time, all timers, and all random values in this process
 * follow from the seed. Only one such run at a time is possible.
 */
export const inVirtualTime = async <Result>(
  seed: number,
  work: (clock: Clock) => Promise<Result>,
): Promise<Result> => {
  const clock = createClock();
  const { random, randomBytes, randomUUID } = randomness(seed);
  const restores = [
    replace(globalThis, { ...createTimers(clock), Date: dateAt(clock.now) }),
    replace(performance, { now: clock.elapsed }),
    replace(Math, { random }),
    replace(crypto, { randomBytes, randomUUID, scrypt: cheapScrypt }),
  ];
  syncBuiltinESMExports();
  try {
    return await work(clock);
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
};
