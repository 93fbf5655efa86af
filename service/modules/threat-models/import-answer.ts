import type { OtmReport } from '#shared/otm/content.ts';

/**
 * Returns the response to an import: the models in the order of the file, and one report for all models.
 */
export const importAnswer = (ids: string[], reports: OtmReport[]) => {
  const sum = (kind: keyof OtmReport['counts']) =>
    reports.reduce((total, { counts }) => total + counts[kind], 0);
  return {
    id: ids[0] ?? '',
    ids,
    report: {
      counts: {
        canvases: sum('canvases'),
        components: sum('components'),
        dataFlows: sum('dataFlows'),
        trustZones: sum('trustZones'),
        threats: sum('threats'),
        mitigations: sum('mitigations'),
      },
      repairs: reports.flatMap(({ repairs }) => repairs),
      keptAside: reports.flatMap(({ keptAside }) => keptAside),
    },
  };
};
