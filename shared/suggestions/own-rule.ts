import { z } from 'zod';
import { priorities } from '../api/enumerations.ts';
import { condition, type Condition } from './rule-schema.ts';

/** The schema of a rule that an organization wrote. The rule contains its threat and its mitigations. */

const title = z.string().trim().min(1).max(500);
const prose = z.string().max(20_000).default('');
const words = z.array(z.string().trim().min(1).max(200)).max(50).default([]);

/**
 * The maximum number of conditions in a rule. It limits the time for trying the rule, and the length of
 * the dialog that edits the rule.
 */
const maxConditions = 100;
export const deepestCondition = 8;

const innerConditions = (outer: Condition): Condition[] => {
  if ('all' in outer) return outer.all;
  if ('any' in outer) return outer.any;
  const inner =
    ('not' in outer && outer.not) ||
    ('inside' in outer && outer.inside) ||
    ('source' in outer && outer.source) ||
    ('target' in outer && outer.target) ||
    ('incoming' in outer && outer.incoming) ||
    ('outgoing' in outer && outer.outgoing) ||
    ('neighbor' in outer && outer.neighbor);
  return inner ? [inner] : [];
};

/**
 * Tells if the nesting of a value is not too deep for a condition. Every level of the JSON counts, so
 * that a deeply nested value is refused before the recursive schema reads it.
 */
const isShallow = (value: unknown, left = 2 * deepestCondition): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1)));

const countOf = (outer: Condition): number =>
  innerConditions(outer).reduce((sum, inner) => sum + countOf(inner), 1);

const isAmong = (outer: Condition, isWanted: (each: Condition) => boolean): boolean =>
  isWanted(outer) || innerConditions(outer).some((inner) => isAmong(inner, isWanted));

/**
 * Tells if a condition contains a negated `lacks`. A rule with this condition would suggest a threat
 * because a protection exists.
 */
const asksForProtection = (each: Condition): boolean =>
  'not' in each && isAmong(each.not, (inner) => 'lacks' in inner);

const ownCondition = z
  .unknown()
  .refine((value) => isShallow(value), 'is nested too deeply')
  .pipe(condition)
  .refine((when) => countOf(when) <= maxConditions, `has more than ${maxConditions} conditions`)
  .refine((when) => !isAmong(when, (each) => 'term' in each), 'names a term of the library')
  .refine(
    (when) => !isAmong(when, asksForProtection),
    'asks for a protection, but only a missing one leads to a threat',
  );

const ownThreat = z.object({
  title,
  description: prose,
  priority: z.enum(priorities).default('medium'),
  categories: words,
  references: words,
});

const ownMitigation = z.object({ title, description: prose, controls: words });

export const ownRule = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(100),
  title,
  isEnabled: z.boolean().default(true),
  when: ownCondition,
  threat: ownThreat,
  mitigations: z.array(ownMitigation).max(50).default([]),
});
export type OwnRule = z.infer<typeof ownRule>;
export type OwnMitigation = OwnRule['mitigations'][number];
