import { classifyFailure } from './outcome.ts';

const timesToBelieve = 2;

/**
 * What `read` gives, or that the service does not have what was asked for. That is believed when it
 * is said twice: between us and the service stands much that answers 404 by itself.
 */
export const orGone = async <Result>(read: () => Promise<Result>): Promise<Result | 'gone'> => {
  for (let time = 0; time < timesToBelieve; time += 1) {
    try {
      return await read();
    } catch (error) {
      if (classifyFailure(error).kind !== 'gone') throw error;
    }
  }
  return 'gone';
};
