import type { MitigationStatus, Priority } from '../../api/enumerations.ts';

/**
 * Likelihood and impact run from 0 to 100. Their mean is read on the bands of the qualitative
 * rating of CVSS v3 (its section 5), times ten: low below 40, medium below 70, high below 90. The
 * mean and not the product, because tools that know one number write it into both, and 75 in both
 * is meant as high.
 */
const bands: { from: number; priority: Priority }[] = [
  { from: 90, priority: 'critical' },
  { from: 70, priority: 'high' },
  { from: 40, priority: 'medium' },
  { from: 0, priority: 'low' },
];

/** Written where we have no numbers; each lies in the band of its priority. */
const neutral: Record<Priority, number> = { low: 25, medium: 50, high: 75, critical: 100 };

export const neutralRisk = (priority: Priority): { likelihood: number; impact: number } => ({
  likelihood: neutral[priority],
  impact: neutral[priority],
});

/** A missing or negative number is not set (the service writes −1) and does not count. */
export const priorityOf = (risk: { likelihood: number | null; impact: number }): Priority => {
  const set = [risk.likelihood, risk.impact].filter((value) => value !== null && value >= 0);
  if (set.length === 0) return 'medium';
  const mean = set.reduce<number>((sum, value) => sum + (value ?? 0) / set.length, 0);
  return bands.find((band) => mean >= band.from)?.priority ?? 'low';
};

/** How much of a risk a mitigation takes away: all of it once done, nothing before. */
export const neutralReduction = (statuses: MitigationStatus[]): number =>
  statuses.includes('done') ? 100 : 0;

/** A boundary that we know no trust of stands in the middle of 0 to 100. */
export const neutralTrust = { trustRating: 50 };
