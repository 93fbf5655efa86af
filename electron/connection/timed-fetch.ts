import { answerOf, wholeBody } from './answer-body.ts';
import { AnswerLost } from './answer-failures.ts';
import type { Fetch } from './fetch.ts';
import { untilAborted } from './until-aborted.ts';

type Dependencies = {
  fetch: Fetch;
  /** Idle timeout in seconds before and during the answer to a request. */
  timeoutSeconds: (request: Request) => number;
};

/**
 * Returns an answer when it is complete. Throws `AnswerLost` if the service sends nothing for too
 * long; a long answer that keeps arriving does not time out. An abort ends the wait at once, even
 * if `fetch` ignores it.
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
    // Refreshing a cleared timer would start it again.
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
