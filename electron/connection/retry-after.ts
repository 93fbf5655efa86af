/**
 * Returns how many seconds the response asks to wait. A date is compared with the `Date` of the same
 * response, because the clocks of two machines may differ.
 */
export const retryAfterSeconds = (headers: Headers): number | null => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
};
