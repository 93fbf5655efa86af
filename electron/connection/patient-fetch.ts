import { answerOf, wholeBody } from './answer-body.ts';
import { AnswerLost } from './answer-failures.ts';
import type { Fetch } from './fetch.ts';
import { untilAborted } from './until-aborted.ts';

type Dependencies = {
  fetch: Fetch;
  /** How long silence is borne before and within the answer to a request. */
  patienceSeconds: (request: Request) => number;
};

/**
 * Gives an answer when all of it is there. A service that says nothing for too long is given up as
 * `AnswerLost`; a long answer that keeps coming is not. An abort ends the wait at once, also where
 * `fetch` does not heed it.
 */
export const createPatientFetch =
  ({ fetch, patienceSeconds }: Dependencies): Fetch =>
  async (request) => {
    const seconds = patienceSeconds(request);
    const silence = new AbortController();
    const signal = AbortSignal.any([request.signal, silence.signal]);
    const giveUp = (): void =>
      silence.abort(new AnswerLost(`The service said nothing for ${seconds} seconds`));
    const timer = setTimeout(giveUp, seconds * 1000);
    // To refresh a timer that was cleared would start it again.
    const heard = (): void => {
      if (!signal.aborted) timer.refresh();
    };
    const whole = async (): Promise<Response> => {
      const response = await fetch(new Request(request, { signal }));
      heard();
      return answerOf(response, await wholeBody(response, heard));
    };
    try {
      return await untilAborted(signal, whole());
    } finally {
      clearTimeout(timer);
    }
  };
