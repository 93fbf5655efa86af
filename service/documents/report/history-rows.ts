import { t } from '#shared/locales/texts.ts';
import type { ReportEvent } from '#shared/report/report-content.ts';
import { lineOf } from './rich-text.ts';
import { dateText } from './words.ts';

/** Returns one row for each day, with all changes of that day. */
export const historyRows = (events: readonly ReportEvent[]): { date: string; text: string }[] => {
  const days = Map.groupBy(events, ({ at }) => dateText(at));
  return [...days].map(([date, items]) => ({ date, text: items.map(textOf).join('; ') }));
};

const textOf = (event: ReportEvent): string => {
  if (event.kind === 'created') return t('report:history.created');
  if (event.kind === 'version') {
    const canvas = lineOf(event.canvas, 80);
    return t('report:history.version', { title: lineOf(event.title, 120), canvas });
  }
  return t(`report:history.${event.kind}-${event.records}`, { count: event.count });
};
