import type { MitigationStatus, ThreatStatus } from '../../api/enumerations.ts';

/**
 * Words of other tools for the state of a threat or a mitigation. They are compared without case,
 * spaces, hyphens, and underscores. An export writes the first word of each list.
 */
const threatWords: Record<ThreatStatus, string[]> = {
  open: [
    'exposed',
    'open',
    'auto generated',
    'new',
    'needs investigation',
    'not started',
    'partly mitigated',
    'in progress',
    'expose',
    'identified',
    'untreated',
  ],
  mitigated: [
    'mitigated',
    'closed',
    'resolved',
    'fixed',
    'implemented',
    'mitigation implemented',
    'done',
    'treated',
    'remediated',
    'hidden',
  ],
  accepted: ['accepted', 'accept', 'risk accepted', 'tolerated'],
  transferred: ['transferred', 'transfer', 'shared', 'risk transferred'],
  not_applicable: [
    'not-applicable',
    'na',
    'n/a',
    'rejected',
    'false positive',
    'out of scope',
    'eliminated',
    'avoided',
  ],
};

type MitigationWord = 'done' | 'will' | 'never' | 'unclassified';

const mitigationWords: Record<MitigationWord, string[]> = {
  done: ['implemented', 'done', 'complete', 'completed', 'mitigated', 'closed', 'fixed', 'active'],
  will: [
    'required',
    'will',
    'planned',
    'queued for action',
    'in progress',
    'partially implemented',
    'todo',
    'to do',
    'accepted',
    'approved',
    'scheduled',
  ],
  never: ['not-applicable', 'never', 'na', 'n/a', 'rejected', 'wont fix', 'dismissed', 'obsolete'],
  unclassified: [
    'recommended',
    'unclassified',
    'null',
    '',
    'proposed',
    'suggested',
    'open',
    'new',
    'not implemented',
    'optional',
    'unknown',
  ],
};

const plain = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '');

const inverse = <Status extends string>(table: Record<Status, string[]>): Map<string, Status> => {
  const statuses: Status[] = [];
  for (const status in table) statuses.push(status);
  return new Map(
    statuses.flatMap((status) => table[status].map((word) => [plain(word), status] as const)),
  );
};

const threatStatus = inverse(threatWords);
const mitigationStatus = inverse(mitigationWords);

/**
 * Returns the status that a word means, or `undefined` for an unknown word. The caller treats a threat
 * with an unknown word as open.
 */
export const threatStatusOf = (state: string): ThreatStatus | undefined =>
  threatStatus.get(plain(state));

export const threatStateOf = (status: ThreatStatus): string => threatWords[status][0] ?? status;

/**
 * Returns the status that a word means, or `undefined` for an unknown word. The caller treats a
 * mitigation with an unknown word as unclassified.
 */
export const mitigationStatusOf = (state: string | null): MitigationStatus | undefined => {
  const word = mitigationStatus.get(plain(state ?? 'null'));
  return word === 'unclassified' ? null : word;
};

export const mitigationStateOf = (status: MitigationStatus): string =>
  mitigationWords[status ?? 'unclassified'][0] ?? '';
