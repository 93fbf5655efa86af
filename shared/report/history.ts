import type { ReportEvent } from './report-content.ts';

export type Dated = { created_at: string; updated_at: string };

type Records = {
  /** The time at which the model was created. It is empty if the model comes from a file. */
  created: string;
  components: readonly Dated[];
  threats: readonly Dated[];
  versions: readonly { at: string; title: string; canvas: string }[];
};

/** The maximum number of events in a history. Older events are left out. */
const maxLines = 40;

const dayOf = (at: string): string => at.slice(0, 10);

/**
 * Returns the history that records show: saved versions, and how many components and threats were
 * added or last edited on each day. The newest event comes first.
 */
export const historyOf = ({ created, components, threats, versions }: Records): ReportEvent[] => {
  const days = [
    ...countsOf('component', components, created),
    ...countsOf('threat', threats, created),
  ];
  const saved = versions.map((version): ReportEvent => ({ kind: 'version', ...version }));
  return (
    [...days, ...saved, { kind: 'created' as const, at: created }]
      // Events without a date are left out, because records of a file have no dates.
      .filter(({ at }) => at !== '')
      .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
      .slice(0, maxLines)
  );
};

const countsOf = (
  records: 'component' | 'threat',
  all: readonly Dated[],
  created: string,
): ReportEvent[] => {
  const added = Map.groupBy(all, ({ created_at: at }) => dayOf(at));
  // A record that was edited only on the day of its creation counts as added, not as edited.
  const changed = all.filter(({ created_at, updated_at }) => dayOf(updated_at) > dayOf(created_at));
  const edited = Map.groupBy(changed, ({ updated_at: at }) => dayOf(at));
  const events = (kind: 'added' | 'edited', groups: Map<string, readonly Dated[]>) =>
    [...groups].map(([day, ofDay]): ReportEvent => {
      // Events of the day on which the model was created get the time of its creation, because midnight
      // would be before the creation.
      const at = day === dayOf(created) ? created : day;
      return { kind, at, records, count: ofDay.length };
    });
  return [...events('added', added), ...events('edited', edited)];
};
