import { answerOf, wholeBody } from './answer-body.ts';
import { AnswerLost } from './answer-failures.ts';
import type { Fetch } from './fetch.ts';
import { untilAborted } from './until-aborted.ts';

type Dependencies = {
  fetch: Fetch;
  /**
   * Returns how many seconds the service may be silent, before its response begins and during the
   * response.
   */
  timeoutSeconds: (request: Request) => number;
};

/**
 * Returns a `fetch` that resolves when the whole response has arrived. It throws `AnswerLost` if nothing
 * arrives for too long. A long response does not time out while it keeps arriving. An aborted request
 * rejects at once, even if the inner `fetch` ignores the abort.
 */
export const createTimedFetch =
  ({ fetch, timeoutSeconds }: Dependencies): Fetch =>
  async (request) => {
    const seconds = timeoutSeconds(request);
    const silence = new AbortController();
    const signal = AbortSignal.any([request.signal, silence.signal]);
    const giveUp = (): void =>
      silence.abort(new AnswerLost(`The service didn’t respond for ${seconds} seconds.`));
    const timer = setTimeout(giveUp, seconds * 1000);
    // The timer is not refreshed after an abort. It may already be cleared, and refreshing it would
    // start it again.
    const onChunk = (): void => {
      if (!signal.aborted) timer.refresh();
    };
    const whole = async (): Promise<Response> => {
      const response = await fetch(new Request(request, { signal }));
      onChunk();
      return answerOf(response, await wholeBody(response, onChunk));
    };
    try {
      return await untilAborted(signal, whole());
    } finally {
      clearTimeout(timer);
    }
  };
