import { useEffect, useState } from 'react';

/** The length of a minute, in milliseconds. */
const minute = 60_000;

const units = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** Tells if `relativeTime` returns "now" for this time, so that a sentence can use another word. */
export const isJustNow = (timestamp: string, now: number): boolean =>
  now - Date.parse(timestamp) < minute;

/**
 * Returns a text such as "3 hours ago". A time in the future counts as now, because it comes from a
 * computer whose clock is ahead.
 */
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

/**
 * The formatters by locale. They are cached, because creating one takes longer than rendering a table
 * row.
 */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

const dayFormat = (locale: string): Intl.DateTimeFormat => {
  const known = dayFormats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  dayFormats.set(locale, format);
  return format;
};

/**
 * Returns the day of an instant as text. This is the day in UTC, because the service stores days as
 * instants in UTC.
 */
export const dayText = (instant: string, locale: string): string =>
  dayFormat(locale).format(Date.parse(instant));

/** Returns the current time. It is updated every minute, so that relative times stay correct. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Returns today's date in the time zone of this computer, such as `2026-11-22`. */
export const localDay = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};
