import { classificationOf, type DataClassification } from '../canvas/security-properties.ts';
import type { Part } from './drawn-system.ts';
import type { Match, Matcher, Reason, ReasonKey } from './reason.ts';
import type { Condition, Protection } from './rule-schema.ts';

export type Surroundings = {
  /** Conditions by name. */
  terms: ReadonlyMap<string, Condition>;
  keysOf: (attribute: string) => readonly string[];
  /**
   * If true, every protection counts as missing, so that the result of a condition does not depend on
   * protections.
   */
  isBlind: boolean;
  /** The matchers of terms by name. A matcher is added when its term is used for the first time. */
  matchers: Map<string, Matcher>;
};

const nothing: readonly Reason[] = [];

const reason = (key: ReasonKey, values: Reason['values'] = {}, more?: readonly Reason[]): Match => [
  more && more.length > 0 ? { key, values, more } : { key, values },
];

/**
 * Returns the function that evaluates a condition. A condition on another part is evaluated only once
 * for that part. Otherwise, a part with thousands of flows would be evaluated again for each of them.
 */
export const matcherOf = (condition: Condition, around: Surroundings): Matcher => {
  const inner = (each: Condition): Matcher => matcherOf(each, around);
  if ('all' in condition) return allOf(condition.all.map(inner));
  if ('any' in condition) return anyOf(condition.any.map(inner));
  if ('not' in condition) {
    const matches = inner(condition.not);
    return (part) => (matches(part) ? null : nothing);
  }
  if ('term' in condition) {
    return termMatcher(condition.term, around);
  }
  if ('inside' in condition) {
    const matches = remembered(inner(condition.inside));
    return (part) => {
      const boundary = part.boundaries.find((each) => matches(each));
      return boundary ? reason('inside', { boundary: boundary.name }) : null;
    };
  }
  if ('source' in condition) return endMatcher('source', remembered(inner(condition.source)));
  if ('target' in condition) return endMatcher('target', remembered(inner(condition.target)));
  if ('incoming' in condition) return flowMatcher('incoming', inner(condition.incoming));
  if ('outgoing' in condition) return flowMatcher('outgoing', inner(condition.outgoing));
  if ('neighbor' in condition) return neighborMatcher(remembered(inner(condition.neighbor)));
  return factMatcher(condition, around);
};

const remembered = (matches: Matcher): Matcher => {
  const known: Match[] = [];
  return (part) => {
    const before = known[part.index];
    if (before !== undefined) return before;
    const match = matches(part);
    known[part.index] = match;
    return match;
  };
};

/** Returns the matcher of a term. All rules that use the term share the results of this matcher. */
const termMatcher = (name: string, around: Surroundings): Matcher => {
  const known = around.matchers.get(name);
  if (known) return known;
  const condition = around.terms.get(name);
  const matches = condition ? remembered(matcherOf(condition, around)) : () => null;
  around.matchers.set(name, matches);
  return matches;
};

const allOf =
  (each: readonly Matcher[]): Matcher =>
  (part) => {
    let reasons = nothing;
    for (const matches of each) {
      const match = matches(part);
      if (!match) return null;
      if (match.length > 0) reasons = reasons.length > 0 ? [...reasons, ...match] : match;
    }
    return reasons;
  };

const anyOf =
  (each: readonly Matcher[]): Matcher =>
  (part) => {
    for (const matches of each) {
      const match = matches(part);
      if (match) return match;
    }
    return null;
  };

const endMatcher =
  (end: 'source' | 'target', matches: Matcher): Matcher =>
  ({ flow }) => {
    if (!flow) return null;
    const found = matches(flow[end]);
    if (!found) return null;
    const more = found.filter(({ key }) => !isName(key));
    return reason(end, { name: flow[end].name }, more);
  };

/**
 * Matches a part if one of its incoming or outgoing flows matches. The first such flow is the reason.
 */
const flowMatcher = (direction: 'incoming' | 'outgoing', inner: Matcher): Matcher => {
  const matches = remembered(inner);
  return remembered((part) => {
    for (const each of part[direction]) {
      const found = matches(each);
      if (!found || !each.flow) continue;
      const { source, target } = each.flow;
      const other = source === part ? target : source;
      return reason(direction, { flow: each.name, name: other.name }, found.flatMap(beyond));
    }
    return null;
  });
};

/**
 * Returns the reasons that are added to the sentence about a flow. The sentence already names the part
 * at the other end of the flow. So a reason about this part keeps only its other facts, and a reason
 * that is only a name is left out.
 */
const beyond = (found: Reason): readonly Reason[] => {
  if (isName(found.key)) return [];
  if (found.key !== 'source' && found.key !== 'target') return [found];
  const more = (found.more ?? []).map(({ key, values }): Reason => ({ key, values }));
  return more.length === 0 ? [] : [{ key: 'other', values: found.values, more }];
};

const isName = (key: ReasonKey): boolean => key === 'attribute' || key === 'type' || key === 'name';

const neighborMatcher = (matches: Matcher): Matcher =>
  remembered((part) => {
    for (const direction of ['incoming', 'outgoing'] as const) {
      for (const each of part[direction]) {
        if (!each.flow) continue;
        const { source, target } = each.flow;
        const other = source === part ? target : source;
        if (other !== part && matches(other))
          return reason(direction, { flow: each.name, name: other.name });
      }
    }
    return null;
  });

type Fact = Exclude<
  Condition,
  | { all: unknown }
  | { any: unknown }
  | { not: unknown }
  | { term: unknown }
  | { inside: unknown }
  | { source: unknown }
  | { target: unknown }
  | { incoming: unknown }
  | { outgoing: unknown }
  | { neighbor: unknown }
>;

const factMatcher = (condition: Fact, around: Surroundings): Matcher => {
  if ('kind' in condition) {
    const kinds = new Set([condition.kind].flat());
    return ({ kind }) => (kinds.has(kind) ? nothing : null);
  }
  if ('attribute' in condition)
    return attributeMatcher([condition.attribute].flat().flatMap(around.keysOf));
  if ('lacks' in condition) return lackMatcher(condition.lacks, condition.known, around.isBlind);
  if ('has' in condition) {
    const { has } = condition;
    if (has === 'bidirectional') {
      return ({ flow }) => (flow?.isBidirectional === true ? reason(has) : null);
    }
    return ({ kind, security }) => (security[has] === true ? reason(hasKey(has, kind)) : null);
  }
  if ('data' in condition) return dataMatcher(condition.data);
  if ('protocol' in condition) {
    const wanted = new Set([condition.protocol].flat().map((each) => each.toLowerCase()));
    return ({ security: { protocol } }) =>
      protocol !== undefined && wanted.has(protocol.trim().toLowerCase())
        ? reason('protocol', { protocol: protocol.trim() })
        : null;
  }
  if ('crosses' in condition) return crossingMatcher(condition.crosses);
  if ('repeated' in condition) return ({ flow }) => (flow?.isRepeated === true ? nothing : null);
  return trustMatcher(condition.trust);
};

const attributeMatcher =
  (keys: readonly string[]): Matcher =>
  ({ attributes }) => {
    for (const key of keys) {
      const found = attributes.get(key);
      if (found) return reason(found.source, { attribute: found.title });
    }
    return null;
  };

const unprotected: Record<Protection, { false: ReasonKey; unknown: ReasonKey }> = {
  encrypted: { false: 'not-encrypted', unknown: 'encryption-unknown' },
  authenticated: { false: 'not-authenticated', unknown: 'authentication-unknown' },
  encryptedAtRest: { false: 'not-encrypted-at-rest', unknown: 'encryption-at-rest-unknown' },
  logged: { false: 'not-logged', unknown: 'logging-unknown' },
};

const lackMatcher =
  (protection: Protection, known: 'said' | 'unknown' | undefined, isBlind: boolean): Matcher =>
  ({ security }) => {
    const value = security[protection];
    if (isBlind) return nothing;
    if (value === true) return null;
    if (value === undefined) {
      return known === 'said' ? null : reason(unprotected[protection].unknown);
    }
    return known === 'unknown' ? null : reason(unprotected[protection].false);
  };

const hasKey = (
  has: 'holdsCredentials' | 'internetFacing' | 'privileged' | 'multiTenant',
  kind: Part['kind'],
): ReasonKey => {
  if (has === 'holdsCredentials') {
    return kind === 'flow' ? 'carries-credentials' : 'holds-credentials';
  }
  if (has === 'internetFacing') return 'internet-facing';
  return has === 'privileged' ? 'privileged' : 'multi-tenant';
};

/**
 * The sensitivity of each classification. Personal data count as confidential, and secret data count
 * as restricted.
 */
const sensitivity: Record<DataClassification, number> = {
  public: 0,
  internal: 1,
  confidential: 2,
  personal: 2,
  restricted: 3,
  secret: 3,
};

const holds = (wanted: DataClassification, text: string | undefined): boolean => {
  const found = classificationOf(text);
  if (found === undefined) return false;
  return wanted === 'personal' ? found === 'personal' : sensitivity[found] >= sensitivity[wanted];
};

/**
 * Matches parts with data of at least this classification. If a process or store states no
 * classification, those of its incoming flows count.
 */
const dataMatcher =
  (wanted: DataClassification): Matcher =>
  ({ kind, security: { dataClassification: own }, incoming, flow }) => {
    if (holds(wanted, own)) {
      const data = (own ?? '').trim().toLowerCase();
      return reason(flow ? 'carries-data' : 'holds-data', { data });
    }
    if (own !== undefined || (kind !== 'store' && kind !== 'process')) return null;
    const bringing = incoming.find(({ security }) => holds(wanted, security.dataClassification));
    if (!bringing) return null;
    const data = (bringing.security.dataClassification ?? '').trim().toLowerCase();
    return reason('gets-data', { data, flow: bringing.name });
  };

const trustOf = (part: Part): number | undefined =>
  (part.kind === 'boundary' ? [part, ...part.boundaries] : part.boundaries).find(
    ({ security }) => security.trustLevel !== undefined,
  )?.security.trustLevel;

const crossingMatcher =
  (direction: 'any' | 'inward' | 'outward'): Matcher =>
  ({ flow }) => {
    if (!flow || flow.crossed.length === 0) return null;
    if (direction !== 'any') {
      const from = trustOf(flow.source) ?? 0;
      const to = trustOf(flow.target) ?? 0;
      if (direction === 'inward' ? to <= from : to >= from) return null;
    }
    return reason('crosses', { boundaries: flow.route.join(' → ') });
  };

const trustMatcher =
  ({ atMost = 100, atLeast = 0 }: { atMost?: number | undefined; atLeast?: number | undefined }) =>
  (part: Part): Match => {
    const level = trustOf(part);
    if (level === undefined || level > atMost || level < atLeast) return null;
    return reason('trust', { level: String(level) });
  };
