import type { MitigationStatus, Priority, ThreatStatus } from '#shared/api/enumerations.ts';

/** The app's colours in its light theme; strong ones are readable on their soft ones. */
export const colours = {
  text: '#1a202b',
  dimmed: '#616b7a',
  line: '#e6e9ee',
  soft: '#f1f3f6',
  accent: '#4753bb',
  accentSoft: '#eef0fc',
} as const;

/** Points. A4 with room for the header and the footer. */
export const page = {
  width: 595.28,
  height: 841.89,
  side: 56,
  top: 76,
  bottom: 64,
} as const;
export const textWidth = page.width - 2 * page.side;

type Tag = { word: string; colour: string; soft: string };

const green = { colour: '#2b6a4b', soft: '#e4f3ea' };
const yellow = { colour: '#7d5700', soft: '#fbf0d3' };
const grey = { colour: '#475060', soft: '#f1f3f6' };
const indigo = { colour: '#4753bb', soft: '#eef0fc' };

export const priorityTags: Record<Priority, Tag> = {
  low: { word: 'Low', ...green },
  medium: { word: 'Medium', ...yellow },
  high: { word: 'High', colour: '#a8430c', soft: '#fdeadd' },
  critical: { word: 'Critical', colour: '#b4232f', soft: '#fce6e7' },
};

export const threatTags: Record<ThreatStatus, Tag> = {
  open: { word: 'Open', ...indigo },
  mitigated: { word: 'Mitigated', ...green },
  accepted: { word: 'Accepted', ...grey },
  transferred: { word: 'Transferred', ...grey },
  not_applicable: { word: 'Not applicable', ...grey },
};

export const mitigationTag = (status: MitigationStatus): Tag => {
  switch (status) {
    case 'done':
      return { word: 'Complete', ...green };
    case 'will':
      return { word: 'Queued for action', ...yellow };
    case 'never':
      return { word: 'Not applicable', ...grey };
    case null:
      return { word: 'Unclassified', ...grey };
    default:
      return status;
  }
};

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** "3 March 2026", in UTC wherever it is written. */
export const dateText = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : dates.format(date);
};

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
