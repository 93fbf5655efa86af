import { t } from '../../locales/texts.ts';
import type { ModelContent, OtmNote, OtmReport } from '../content.ts';
import { fieldsOf, isFields, listOf } from '../fields.ts';
import type { Notes } from '../notes.ts';

/** Returns the report that the window shows before and after the import of a file. */
export const reportOf = (
  content: ModelContent,
  counts: OtmReport['counts'],
  notes: Notes,
): OtmReport => ({
  counts,
  repairs: notes.repairs,
  keptAside: [...notes.keptAside, ...keptNotes(content)],
});

const unplaced = ['representations', 'dataflows', 'threats', 'mitigations'] as const;

type Kind = { what: string; kept: unknown[] };

/**
 * Returns one note for each key of each kind of record, because a thousand tags do not need a thousand
 * notes.
 */
const keptNotes = (content: ModelContent): OtmNote[] => {
  const { project, document, lists } = content.kept;
  const counted = kindsOf(content).flatMap(({ what, kept }) =>
    [...tally(kept)].map(([key, count]) => ({
      place: `${what}[].${key}`,
      message: t('imports:kept-records', { count }),
    })),
  );
  const single = [
    ...Object.keys(rawOf(project)).map((key) => `project.${key}`),
    ...Object.keys(fieldsOf(document)),
  ].map((path) => ({ place: path, message: t('imports:kept') }));
  const listed = Object.entries(fieldsOf(lists)).map(([path, list]) => ({
    place: path,
    message: t(`imports:kept-list.${unplaced.find((known) => known === path) ?? 'other'}`, {
      count: listOf(list).length,
      list: path,
    }),
  }));
  return [...single, ...listed, ...counted];
};

const kindsOf = ({ canvases, components }: ModelContent): Kind[] => {
  const nodes = canvases.flatMap(({ data }) =>
    data.nodes.map((node) => fieldsOf(node.data['otm'])),
  );
  const edges = canvases.flatMap(({ data }) =>
    data.edges.map((edge) => fieldsOf(edge.data?.['otm'])),
  );
  const threats = components.flatMap((component) => component.threats);
  const mitigations = threats.flatMap((threat) => threat.mitigations);
  return [
    { what: 'representations', kept: canvases.map(({ kept }) => kept) },
    { what: 'trustZones', kept: nodes.map(({ zone }) => zone) },
    { what: 'components', kept: components.map(({ kept }) => kept) },
    { what: 'components[].representations', kept: nodes.map(({ element }) => element) },
    { what: 'dataflows', kept: edges.map(({ flow }) => flow) },
    { what: 'threats', kept: threats.map(({ kept }) => kept) },
    { what: 'mitigations', kept: mitigations.map(({ kept }) => kept) },
  ];
};

const rawOf = (kept: unknown): Record<string, unknown> => fieldsOf(fieldsOf(kept)['raw']);

const tally = (kept: unknown[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of kept.filter(isFields).flatMap((item) => Object.keys(rawOf(item)))) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};
