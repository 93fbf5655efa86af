import { classifyFailure } from './outcome.ts';

/** What `read` gives, or that the service does not have what was asked for. */
export const orGone = async <Result>(read: () => Promise<Result>): Promise<Result | 'gone'> => {
  try {
    return await read();
  } catch (error) {
    if (classifyFailure(error).kind === 'gone') return 'gone';
    throw error;
  }
};
