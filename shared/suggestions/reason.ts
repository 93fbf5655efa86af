import type { Part } from './drawn-system.ts';

/**
 * The reason why a condition is true for a part. `key` names a text in `suggestions:reason`, and
 * `values` fill its placeholders. `more` has the reasons of an inner condition on another part.
 */
export type Reason = {
  key: ReasonKey;
  values: Readonly<Record<string, string>>;
  more?: readonly Reason[];
};

export type ReasonKey =
  | 'kind'
  | 'attribute'
  | 'type'
  | 'name'
  | 'holds-credentials'
  | 'carries-credentials'
  | 'internet-facing'
  | 'privileged'
  | 'multi-tenant'
  | 'bidirectional'
  | 'not-encrypted'
  | 'encryption-unknown'
  | 'not-authenticated'
  | 'authentication-unknown'
  | 'not-encrypted-at-rest'
  | 'encryption-at-rest-unknown'
  | 'not-logged'
  | 'logging-unknown'
  | 'holds-data'
  | 'carries-data'
  | 'gets-data'
  | 'protocol'
  | 'crosses'
  | 'trust'
  | 'inside'
  | 'source'
  | 'target'
  | 'incoming'
  | 'outgoing'
  | 'other';

/** The reasons why a condition is true for a part, or `null` if it is not true. */
export type Match = readonly Reason[] | null;

export type Matcher = (part: Part) => Match;
