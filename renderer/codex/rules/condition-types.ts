import { protections, type Condition, type exposures } from '#shared/suggestions/rule-schema.ts';

/** The types of condition, in the order of the menu. */
export const conditionTypes = [
  'kind',
  'attribute',
  'lacks',
  'has',
  'data',
  'protocol',
  'crosses',
  'trust',
  'repeated',
  'inside',
  'neighbor',
  'source',
  'target',
  'incoming',
  'outgoing',
  'all',
  'any',
  'not',
] as const;
export type ConditionType = (typeof conditionTypes)[number];

export type ConditionOf<Type extends ConditionType> = Extract<Condition, Record<Type, unknown>>;

export const typeOf = (condition: Condition): ConditionType =>
  conditionTypes.find((type) => type in condition) ?? 'kind';

export const hasProperties = [
  'holdsCredentials',
  'internetFacing',
  'privileged',
  'multiTenant',
  'bidirectional',
] as const satisfies typeof exposures;

/**
 * Returns the initial inner condition of a condition about another element, such as `neighbor`. The
 * inner condition is a group, so that the person can add more conditions to it.
 */
const inner = (): Condition => ({ all: [{ kind: ['process'] }] });

const initial: Record<ConditionType, () => Condition> = {
  kind: () => ({ kind: ['process'] }),
  attribute: () => ({ attribute: [] }),
  lacks: () => ({ lacks: protections[0] }),
  has: () => ({ has: hasProperties[0] }),
  data: () => ({ data: 'confidential' }),
  protocol: () => ({ protocol: [] }),
  crosses: () => ({ crosses: 'any' }),
  trust: () => ({ trust: { atMost: 20 } }),
  repeated: () => ({ repeated: true }),
  inside: () => ({ inside: { all: [{ kind: ['boundary'] }] } }),
  neighbor: () => ({ neighbor: inner() }),
  source: () => ({ source: inner() }),
  target: () => ({ target: inner() }),
  incoming: () => ({ incoming: { all: [{ kind: ['flow'] }] } }),
  outgoing: () => ({ outgoing: { all: [{ kind: ['flow'] }] } }),
  all: () => ({ all: [{ kind: ['process'] }] }),
  any: () => ({ any: [{ kind: ['process'] }] }),
  not: () => ({ not: { kind: ['process'] } }),
};

/**
 * Returns a new condition of a type. A group keeps its inner conditions if the new type is a group too.
 */
export const asType = (type: ConditionType, before: Condition): Condition => {
  const members = 'all' in before ? before.all : 'any' in before ? before.any : null;
  if (members && type === 'all') return { all: members };
  if (members && type === 'any') return { any: members };
  return initial[type]();
};
