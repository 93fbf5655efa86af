/** The effect of an attack on other clients. */
export type Meanwhile<Result> = {
  result: Result;
  /** The number of other requests that got a response before the attack ended. */
  answered: number;
  /** The longest response time of the other requests, in milliseconds. */
  slowestMs: number;
};

/** Sends requests one after another until the attack ends. */
export const meanwhile = async <Result>(
  attack: Promise<Result>,
  request: () => Promise<unknown>,
): Promise<Meanwhile<Result>> => {
  const state = { isOver: false };
  const over = attack.finally(() => {
    state.isOver = true;
  });
  over.catch(() => undefined);
  let answered = 0;
  let slowestMs = 0;
  do {
    const begun = performance.now();
    await request();
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    if (!state.isOver) answered += 1;
  } while (!state.isOver);
  return { result: await over, answered, slowestMs };
};
