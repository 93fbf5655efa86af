import type { TFunction } from 'i18next';
import { modelStatuses, type ModelStatus } from '#shared/api/enumerations.ts';

const keys = {
  Representation: 'status.representation',
  'Threats & Mitigations': 'status.threats-and-mitigations',
  Review: 'status.review',
  Done: 'status.done',
} as const satisfies Record<ModelStatus, string>;

const isKnown = (status: string): status is ModelStatus =>
  (modelStatuses as readonly string[]).includes(status);

/** A status that we do not know is shown as it is. */
export const modelStatusText = (status: string, t: TFunction<'collections'>): string =>
  isKnown(status) ? t(keys[status]) : status;
