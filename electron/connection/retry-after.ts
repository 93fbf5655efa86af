/**
 * How long an answer asks to wait, in seconds. A date counts from the answer's own `Date`: the
 * clocks of two machines are never compared.
 */
export const retryAfterSeconds = (headers: Headers): number | null => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
};
