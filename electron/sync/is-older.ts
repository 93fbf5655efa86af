import type { Values } from '../store/records.ts';

/**
 * Tells if a version is older than the base. The two times can be compared, because both are from the
 * clock of the service.
 */
export const isOlder = (values: Values, base: Values | null): boolean => {
  const [time, known] = [values['updated_at'], base?.['updated_at']];
  return typeof time === 'string' && typeof known === 'string' && time < known;
};
