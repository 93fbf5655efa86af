import { contentNames } from '../records/record-fields.ts';
import { fieldValues } from '../records/record-values.ts';
import { same } from './same-value.ts';

/** A record in a saved version of a canvas. */
export type VersionRecord = {
  kind: 'component' | 'threat' | 'mitigation' | 'comment';
  id: string;
  parentId: string | null;
  values: Record<string, unknown>;
};

type ComparedKind = 'threat' | 'mitigation';

export type RecordDifference = {
  kind: ComparedKind;
  id: string;
  parentId: string;
  change: 'added' | 'removed' | 'changed';
  title: string;
  /** The title of the component or threat that the record belongs to. */
  parentTitle: string;
  /** The fields that differ. The list is empty for an added or removed record. */
  fields: { name: string; before: unknown; after: unknown }[];
};

/**
 * Returns the differences between the threats and mitigations of two versions. The mitigations of an
 * added or removed threat are not listed separately.
 */
export const compareRecords = (
  one: readonly VersionRecord[],
  other: readonly VersionRecord[],
): RecordDifference[] => {
  const [before, after] = [byId(one), byId(other)];
  const isWhole = ({ kind, parentId }: VersionRecord): boolean =>
    kind === 'mitigation' && before.has(parentId ?? '') !== after.has(parentId ?? '');
  const added = other.flatMap((record): RecordDifference[] => {
    if (!isCompared(record)) return [];
    const old = before.get(record.id);
    if (old) return changed(old, record, after);
    return isWhole(record) ? [] : [whole(record, 'added', after)];
  });
  const removed = one.flatMap((record): RecordDifference[] =>
    !isCompared(record) || after.has(record.id) || isWhole(record)
      ? []
      : [whole(record, 'removed', before)],
  );
  return [...added, ...removed];
};

type ComparedRecord = VersionRecord & { kind: ComparedKind };
type ById = ReadonlyMap<string, VersionRecord>;

const byId = (records: readonly VersionRecord[]): ById =>
  new Map(records.map((record) => [record.id, record]));

const isCompared = (record: VersionRecord): record is ComparedRecord =>
  record.kind === 'threat' || record.kind === 'mitigation';

const titleOf = (record: VersionRecord | undefined): string => {
  const title = record?.values['title'];
  return typeof title === 'string' ? title : '';
};

const whole = (
  record: ComparedRecord,
  change: 'added' | 'removed',
  records: ById,
): RecordDifference => ({ ...named(record, records), change, fields: [] });

const named = (record: ComparedRecord, records: ById) => ({
  kind: record.kind,
  id: record.id,
  parentId: record.parentId ?? '',
  title: titleOf(record),
  parentTitle: titleOf(records.get(record.parentId ?? '')),
});

const changed = (old: VersionRecord, record: ComparedRecord, records: ById): RecordDifference[] => {
  const fields = differingFields(record.kind, old.values, record.values);
  return fields.length === 0 ? [] : [{ ...named(record, records), change: 'changed', fields }];
};

/**
 * Returns the fields that differ. Ignores fields that only the service changes, such as times and
 * numbers.
 */
const differingFields = (
  kind: ComparedKind,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): RecordDifference['fields'] => {
  const names = contentNames(kind);
  const [old, present] = [fieldValues(kind, before, names), fieldValues(kind, after, names)];
  return names
    .filter((name) => !same(old[name], present[name]))
    .map((name) => ({ name, before: old[name], after: present[name] }));
};
