import type { MitigationStatus, Priority } from '../../api/enumerations.ts';
import type { Fields } from '../fields.ts';

/**
 * The priorities by the mean of likelihood and impact, which range from 0 to 100. The bands are those of
 * the qualitative rating of CVSS v3 (section 5), times ten. The product of both numbers would be wrong,
 * because tools with only one number write it into both fields, and 75 in both fields means high.
 */
const bands: { from: number; priority: Priority }[] = [
  { from: 90, priority: 'critical' },
  { from: 70, priority: 'high' },
  { from: 40, priority: 'medium' },
  { from: 0, priority: 'low' },
];

/**
 * The likelihood and the impact that an export writes if the model has no numbers. Each number lies in
 * the band of its priority.
 */
const neutral: Record<Priority, number> = { low: 25, medium: 50, high: 75, critical: 100 };

export const neutralRisk = (priority: Priority): { likelihood: number; impact: number } => ({
  likelihood: neutral[priority],
  impact: neutral[priority],
});

/**
 * Returns the priority of a risk. A missing or negative number counts as not set, because the service
 * writes -1 for a missing number.
 */
export const priorityOf = (risk: { likelihood: number | null; impact: number }): Priority => {
  const set = [risk.likelihood, risk.impact].filter((value) => value !== null && value >= 0);
  if (set.length === 0) return 'medium';
  const mean = set.reduce<number>((sum, value) => sum + (value ?? 0) / set.length, 0);
  return bands.find((band) => mean >= band.from)?.priority ?? 'low';
};

/**
 * Returns the risk reduction, in percent, of a mitigation that several threats have. It is 100 if the
 * mitigation is done for at least one of these threats, otherwise 0.
 */
export const neutralReduction = (statuses: MitigationStatus[]): number =>
  statuses.includes('done') ? 100 : 0;

/** A boundary without a known trust rating gets 50, the middle of the range from 0 to 100. */
export const neutralTrust = { trustRating: 50 };

/** Returns the trust level in a zone's risk, or `undefined` if the trust rating is not a valid level. */
export const trustLevelOf = ({ trustRating }: Fields): number | undefined =>
  typeof trustRating === 'number' && trustRating >= 0 && trustRating <= 100
    ? trustRating
    : undefined;
