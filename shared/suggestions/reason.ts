import type { Part } from './drawn-system.ts';

/**
 * Why a condition is true for a part: the name of a text in `suggestions:reason` and its values.
 * `more` are the reasons of a condition on another part.
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

/** Reasons for a part, or `null` if the condition is not true for it. */
export type Match = readonly Reason[] | null;

export type Matcher = (part: Part) => Match;
