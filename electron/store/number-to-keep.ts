import type { IdMap } from './id-map.ts';
import { recordAncestors } from './record-ancestors.ts';
import type { Records, Values } from './records.ts';

type Parts = { records: Records; idMap: IdMap };

/**
 * Returns the values that let a moved threat keep the number of its original. Returns no values if the
 * service has not given the original a number yet, or if the threat moves to another model.
 */
export const numberToKeep = (
  { records, idMap }: Parts,
  movedFrom: string | undefined,
  componentId: string | null,
): Values => {
  const original = movedFrom === undefined ? null : records.find('threat', movedFrom);
  const serviceId = original && idMap.serviceId('threat', original.id);
  if (!original || serviceId === null || componentId === null) return {};
  const { threatModel } = recordAncestors(records, 'component', componentId);
  if (threatModel !== recordAncestors(records, 'threat', original.id).threatModel) return {};
  return { moved_from: serviceId, ref_id: original.local['ref_id'] };
};
