import { classifyFailure, type Failure } from './outcome.ts';

const timesToBelieve = 2;

/**
 * Returns the result of `read`, or `'gone'` if the service does not have the record. A 404 counts only
 * if a second request confirms it, because a proxy between the app and the service may answer 404 too.
 * `kinds` are the failures that count like a 404.
 */
export const readOrGone = async <Result>(
  read: () => Promise<Result>,
  kinds: ReadonlySet<Failure['kind']> = new Set(['gone']),
): Promise<Result | 'gone'> => {
  for (let time = 0; time < timesToBelieve; time += 1) {
    try {
      return await read();
    } catch (error) {
      if (!kinds.has(classifyFailure(error).kind)) throw error;
    }
  }
  return 'gone';
};
