import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { recordSchemas } from '#shared/records/record-schemas.ts';
import { initialValues } from '#shared/records/record-values.ts';

type Threat = ComponentDetail['threats'][number];
type Of<Op extends RecordChange['op']> = Extract<RecordChange, { op: Op }>;

/**
 * Returns the component as it will be after these changes. The window shows this until the store has
 * answered. Changes to other components or other kinds of record are ignored.
 */
export const applyRecordChanges = (
  detail: ComponentDetail,
  changes: readonly RecordChange[],
  now: string,
): ComponentDetail => changes.reduce((current, change) => apply(current, change, now), detail);

const apply = (detail: ComponentDetail, change: RecordChange, now: string): ComponentDetail => {
  switch (change.op) {
    case 'create':
      return create(detail, change, now);
    case 'update':
      return update(detail, change, now);
    case 'delete':
      return remove(detail, change);
    case 'restore':
    case 'restoreVersion':
      return detail;
  }
};

const create = (detail: ComponentDetail, change: Of<'create'>, now: string): ComponentDetail => {
  const record = {
    ...initialValues(change.kind),
    ...change.values,
    id: change.id,
    parentId: change.parentId,
    created_at: now,
    updated_at: now,
  };
  const into = (grow: (threat: Threat) => Threat): ComponentDetail =>
    withThreats(detail, (threat) => (threat.id === change.parentId ? grow(threat) : threat));

  switch (change.kind) {
    case 'threat': {
      if (change.parentId !== detail.id) return detail;
      const threat = recordSchemas.threat.parse(record);
      return {
        ...detail,
        threats: [...detail.threats, { ...threat, mitigations: [], comments: [] }],
      };
    }
    case 'mitigation': {
      const mitigation = recordSchemas.mitigation.parse(record);
      return into((threat) => ({ ...threat, mitigations: [...threat.mitigations, mitigation] }));
    }
    case 'comment': {
      const comment = recordSchemas.comment.parse(record);
      return into((threat) => ({
        ...threat,
        comments: [...threat.comments, { ...comment, isMine: true }],
      }));
    }
    default:
      return detail;
  }
};

const update = (detail: ComponentDetail, change: Of<'update'>, now: string): ComponentDetail => {
  const stamped = { ...change.values, updated_at: now };
  const isIt = (record: { id: string }): boolean => record.id === change.id;

  switch (change.kind) {
    case 'component':
      return isIt(detail)
        ? { ...detail, ...recordSchemas.component.parse({ ...detail, ...stamped }) }
        : detail;
    case 'threat':
      return withThreats(detail, (threat) =>
        isIt(threat)
          ? { ...threat, ...recordSchemas.threat.parse({ ...threat, ...stamped }) }
          : threat,
      );
    case 'mitigation':
      return withThreats(detail, (threat) => ({
        ...threat,
        mitigations: threat.mitigations.map((each) =>
          isIt(each) ? recordSchemas.mitigation.parse({ ...each, ...change.values }) : each,
        ),
      }));
    case 'comment':
      return withThreats(detail, (threat) => ({
        ...threat,
        comments: threat.comments.map((each) =>
          isIt(each)
            ? { ...each, ...recordSchemas.comment.parse({ ...each, ...stamped, is_edited: true }) }
            : each,
        ),
      }));
    default:
      return detail;
  }
};

const remove = (detail: ComponentDetail, { id }: Of<'delete'>): ComponentDetail => ({
  ...detail,
  threats: detail.threats
    .filter((threat) => threat.id !== id)
    .map((threat) => ({
      ...threat,
      mitigations: threat.mitigations.filter((each) => each.id !== id),
      comments: threat.comments.filter((each) => each.id !== id),
    })),
});

const withThreats = (
  detail: ComponentDetail,
  change: (threat: Threat) => Threat,
): ComponentDetail => ({ ...detail, threats: detail.threats.map(change) });

/** Tells if a component has this threat, mitigation, or comment. */
export const holdsRecord = (detail: ComponentDetail | undefined, id: string): boolean =>
  (detail?.threats ?? []).some((threat) =>
    [threat, ...threat.mitigations, ...threat.comments].some((record) => record.id === id),
  );
