const units = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** "3 hours ago". A time ahead of this clock was written by another one, and is now. */
export const relativeTime = (timestamp: string, now: number, locale: string): string => {
  const seconds = Math.max(0, (now - Date.parse(timestamp)) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const fitting = units.find((each) => seconds >= each.seconds);
  return fitting
    ? format.format(-Math.floor(seconds / fitting.seconds), fitting.unit)
    : format.format(0, 'second');
};

export const fullTime = (timestamp: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    Date.parse(timestamp),
  );
