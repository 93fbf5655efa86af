import { z } from 'zod';
import { priorities } from '../api/enumerations.ts';
import { dataClassifications } from '../canvas/security-properties.ts';
import { partKinds } from './drawn-system.ts';

/** The form of a rule and its condition. docs/suggestions.md explains each with an example. */

/** Properties that protect: with one, a drawing is at least as safe as without it. */
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

/** A condition on a part of the drawing. Unknown is neither true nor false. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  /** A named condition, see `terms`. */
  | { term: string }
  | { kind: z.infer<typeof kindOf> }
  /** A title or an alias of the codex, or words of the part's name, type, or technology. */
  | { attribute: string | string[] }
  /** The protection is missing or unknown. With `known`, only one of the two counts. */
  | { lacks: Protection; known?: 'said' | 'unknown' | undefined }
  | { has: (typeof exposures)[number] }
  /** Data of this classification or a more sensitive one. */
  | { data: (typeof dataClassifications)[number] }
  | { protocol: string | string[] }
  /** A flow that leaves or enters a boundary; inward is to a higher trust level. */
  | { crosses: 'any' | 'inward' | 'outward' }
  /** A flow with the same ends as an earlier one. */
  | { repeated: true }
  /** The level of the innermost boundary that has one. */
  | { trust: { atMost?: number | undefined; atLeast?: number | undefined } }
  | { inside: Condition }
  | { source: Condition }
  | { target: Condition }
  | { incoming: Condition }
  | { outgoing: Condition }
  /** The other end of a flow of this node. */
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

/** Lines of a small drawing, see `testing/read-example.ts`. */
const example = z.array(text).min(1);

const ruleSchema = z.strictObject({
  id,
  when: condition,
  /** The ID of a threat of the library. */
  threat: id,
  /**
   * Replaces the sentence made from the matched parts of the condition. It may contain {element},
   * {reasons}, {source}, {target}, and {boundaries}.
   */
  because: text.optional(),
  /** Replaces the priority of the threat. */
  priority: z.enum(priorities).optional(),
  /**
   * A basic rule is dropped if any other rule suggests a threat of the same main category for the same
   * part.
   */
  basic: z.literal(true).optional(),
  /** Less precise rules that this rule replaces. */
  supersedes: z.array(id).optional(),
  /** Drawings for which the rule does and does not suggest its threat. */
  fires: example,
  silent: example,
});
export type Rule = z.infer<typeof ruleSchema>;

export const ruleFile = z.strictObject({
  rules: z.array(ruleSchema),
  /** Conditions that several rules use, by name. */
  terms: z.record(id, condition).optional(),
});

/** The same schema without a check of each rule, for the library's files, which a test has checked. */
export const checkedRuleFile = z.object({
  rules: z.array(z.custom<Rule>()),
  terms: z.record(z.string(), z.custom<Condition>()).optional(),
});
