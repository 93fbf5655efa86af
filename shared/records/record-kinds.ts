import { z } from 'zod';

export const recordKinds = [
  'collection',
  'threatModel',
  'canvas',
  'component',
  'threat',
  'mitigation',
  'comment',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export const recordKindSchema = z.enum(recordKinds);

/** The kind of each record's parent. Deleting a parent deletes its descendants. */
export const parentKind = {
  collection: null,
  threatModel: 'collection',
  canvas: 'threatModel',
  component: 'canvas',
  threat: 'component',
  mitigation: 'threat',
  comment: 'threat',
} as const satisfies Record<RecordKind, RecordKind | null>;

export const childKinds = (kind: RecordKind): RecordKind[] =>
  recordKinds.filter((each) => parentKind[each] === kind);

/**
 * Returns the kinds of all records that a record of this kind can contain. Parents come before children.
 */
export const descendantKinds = (kind: RecordKind): RecordKind[] =>
  childKinds(kind).flatMap((child) => [child, ...descendantKinds(child)]);

/** Returns the name of a kind as it is in fields of the API, such as `threat_model`. */
export const snakeCase = (kind: RecordKind): string =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
