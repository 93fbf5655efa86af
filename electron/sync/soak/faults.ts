import type { Chance } from '../simulation/chance.ts';

export type Asked = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
};
export type Answered = { status: number; headers: Record<string, string>; body: Buffer };

/** One request, and the steps that a fault can take with it. */
export type Exchange = {
  asked: Asked;
  chance: Chance;
  /** Passes the request on; rejects while the service is not running. */
  forward: () => Promise<Answered>;
  answer: (answered: Answered) => void;
  /** Sends half of the answer and ends the connection. */
  cut: (answered: Answered) => void;
  /** Ends the connection without an answer. */
  drop: () => void;
  pause: (maxMs: number) => Promise<void>;
};

type Fault = {
  name: string;
  weight: number;
  /** True if the fault lets the service get the request twice, or after its sender gave up. */
  repeats?: true;
  run: (exchange: Exchange) => Promise<void> | void;
};

const problem = (status: number, headers: Record<string, string> = {}): Answered => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: Buffer.from(JSON.stringify({ type: 'about:blank', status, title: `Fault ${status}` })),
});

const page = (status: number): Answered => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<html><body><h1>${status} from a gateway</h1></body></html>`),
});

const refused = (weight: number, answered: Answered): Fault => ({
  name: `${answered.status} instead`,
  weight,
  run: ({ answer }) => answer(answered),
});

const lostBehind = (weight: number, answered: Answered): Fault => ({
  name: `${answered.status} after it was done`,
  weight,
  run: async ({ forward, answer }) => {
    await forward();
    answer(answered);
  },
});

const lateMs = 3000;
/**
 * The maximum delay of a request or an answer, in milliseconds. The app gives up a request only after 30
 * seconds, so it still gets a delayed answer.
 */
const longMs = 4000;

/** The faults of the network and their relative frequency. */
export const faults: readonly Fault[] = [
  { name: 'dropped before it arrived', weight: 10, run: ({ drop }) => drop() },
  {
    name: 'answer dropped',
    weight: 16,
    run: async ({ forward, drop }) => {
      await forward();
      drop();
    },
  },
  {
    name: 'answer cut',
    weight: 8,
    run: async ({ forward, cut }) => cut(await forward()),
  },
  {
    name: 'twice at once',
    weight: 5,
    repeats: true,
    run: async ({ forward, answer }) => {
      const [first] = await Promise.all([forward(), forward()]);
      answer(first);
    },
  },
  {
    name: 'twice, the second answered',
    weight: 5,
    repeats: true,
    run: async ({ forward, answer }) => {
      await forward();
      answer(await forward());
    },
  },
  {
    name: 'again later',
    weight: 8,
    repeats: true,
    run: async ({ forward, answer, pause }) => {
      const answered = await forward();
      answer(answered);
      // A refused request is not delivered again, because it must not succeed when its sender no longer
      // waits for it.
      if (answered.status >= 400) return;
      await pause(lateMs);
      await forward();
    },
  },
  {
    name: 'arrived after it was given up',
    weight: 5,
    repeats: true,
    run: async ({ forward, drop, pause }) => {
      drop();
      await pause(lateMs);
      await forward();
    },
  },
  {
    name: 'delayed on the way there',
    weight: 4,
    run: async ({ forward, answer, pause }) => {
      await pause(longMs);
      answer(await forward());
    },
  },
  {
    name: 'delayed on the way back',
    weight: 4,
    run: async ({ forward, answer, pause }) => {
      const answered = await forward();
      await pause(longMs);
      answer(answered);
    },
  },
  refused(1, problem(400)),
  refused(2, problem(401)),
  refused(2, problem(403)),
  refused(4, problem(404)),
  refused(2, problem(408)),
  refused(2, problem(409)),
  refused(3, problem(412)),
  refused(1, problem(425)),
  refused(3, problem(429, { 'retry-after': '1' })),
  refused(3, problem(500)),
  refused(2, page(502)),
  refused(3, problem(503, { 'retry-after': '1' })),
  refused(2, page(504)),
  lostBehind(3, problem(500)),
  lostBehind(3, page(502)),
  lostBehind(3, page(504)),
];
