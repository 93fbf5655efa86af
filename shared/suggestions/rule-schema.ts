import { z } from 'zod';
import { priorities } from '../api/enumerations.ts';
import { dataClassifications } from '../canvas/security-properties.ts';
import { partKinds } from './drawn-system.ts';

/**
 * The schema of a rule and its conditions. `docs/suggestions.md` explains each condition with an
 * example.
 */

/**
 * Properties that protect a system. A drawing with one of these properties is at least as safe as the
 * same drawing without it.
 */
export const protections = ['encrypted', 'authenticated', 'encryptedAtRest', 'logged'] as const;
export type Protection = (typeof protections)[number];

/** Properties that make a system easier or more rewarding to attack. */
export const exposures = [
  'holdsCredentials',
  'internetFacing',
  'privileged',
  'multiTenant',
  'bidirectional',
] as const;

const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).min(1)]);

const level = z.number().min(0).max(100);
const text = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** A condition on a part of the drawing. An unknown property counts as neither true nor false. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  /** A condition that `terms` has under this name. */
  | { term: string }
  | { kind: z.infer<typeof kindOf> }
  /** An attribute with this title or alias, or these words in the part's name, type, or technology. */
  | { attribute: string | string[] }
  /**
   * The protection is missing or unknown. With `known`, it must be stated as missing (`said`) or be
   * unknown.
   */
  | { lacks: Protection; known?: 'said' | 'unknown' | undefined }
  | { has: (typeof exposures)[number] }
  /** Data of this classification or a more sensitive one. */
  | { data: (typeof dataClassifications)[number] }
  | { protocol: string | string[] }
  /** A flow across a boundary. `inward` means to a higher trust level, and `outward` to a lower one. */
  | { crosses: 'any' | 'inward' | 'outward' }
  /** A flow between the same ends as an earlier flow. */
  | { repeated: true }
  /** The trust level of the innermost boundary that states a trust level. */
  | { trust: { atMost?: number | undefined; atLeast?: number | undefined } }
  | { inside: Condition }
  | { source: Condition }
  | { target: Condition }
  | { incoming: Condition }
  | { outgoing: Condition }
  /** The element at the other end of a flow of this element. */
  | { neighbor: Condition };

const kindOf = oneOrMore(z.enum(partKinds));

export const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(condition).min(1) }),
    z.strictObject({ any: z.array(condition).min(1) }),
    z.strictObject({ not: condition }),
    z.strictObject({ term: id }),
    z.strictObject({ kind: kindOf }),
    z.strictObject({ attribute: oneOrMore(text) }),
    z.strictObject({
      lacks: z.enum(protections),
      known: z.enum(['said', 'unknown']).optional(),
    }),
    z.strictObject({ has: z.enum(exposures) }),
    z.strictObject({ data: z.enum(dataClassifications) }),
    z.strictObject({ protocol: oneOrMore(text) }),
    z.strictObject({ crosses: z.enum(['any', 'inward', 'outward']) }),
    z.strictObject({ repeated: z.literal(true) }),
    z.strictObject({
      trust: z.strictObject({ atMost: level.optional(), atLeast: level.optional() }),
    }),
    z.strictObject({ inside: condition }),
    z.strictObject({ source: condition }),
    z.strictObject({ target: condition }),
    z.strictObject({ incoming: condition }),
    z.strictObject({ outgoing: condition }),
    z.strictObject({ neighbor: condition }),
  ]),
);

/** The lines of a small drawing. `testing/read-example.ts` describes their syntax. */
const example = z.array(text).min(1);

const ruleSchema = z.strictObject({
  id,
  when: condition,
  /** The ID of a threat of the library. */
  threat: id,
  /**
   * The sentence of the suggestion, instead of a sentence that is made from the matched conditions. The
   * text may contain {element}, {reasons}, {source}, {target}, and {boundaries}.
   */
  because: text.optional(),
  /** Replaces the priority of the threat. */
  priority: z.enum(priorities).optional(),
  /**
   * True for a basic rule. Its threat is not suggested for a part if a rule that is not basic suggests
   * a threat with the same main category.
   */
  basic: z.literal(true).optional(),
  /** The IDs of less precise rules that this rule replaces. */
  supersedes: z.array(id).optional(),
  /** A drawing for which the rule suggests its threat. */
  fires: example,
  /** A drawing for which the rule suggests nothing. */
  silent: example,
});
export type Rule = z.infer<typeof ruleSchema>;

export const ruleFile = z.strictObject({
  rules: z.array(ruleSchema),
  /** Conditions that several rules use, by name. */
  terms: z.record(id, condition).optional(),
});

/**
 * Like `ruleFile`, but does not check each rule. It is for the library's own files, which a test
 * checks.
 */
export const checkedRuleFile = z.object({
  rules: z.array(z.custom<Rule>()),
  terms: z.record(z.string(), z.custom<Condition>()).optional(),
});
