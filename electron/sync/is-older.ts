import type { Values } from '../store/records.ts';

/** Both times are the service's own: a version that it said before is not taken back. */
export const isOlder = (values: Values, base: Values | null): boolean => {
  const [time, known] = [values['updated_at'], base?.['updated_at']];
  return typeof time === 'string' && typeof known === 'string' && time < known;
};
