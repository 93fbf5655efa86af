import { createContext, use } from 'react';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { movedComment } from '#shared/records/moved-comment.ts';
import { newId } from '#shared/records/new-id.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import type { Content } from '#shared/records/record-schemas.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import type { ThreatTemplate } from '#shared/suggestions/matching-templates.ts';

/** Makes changes to records in one undo step. `label` is the text key for the name of the step. */
type ChangeRecords = (label: string, records: RecordChange[]) => void;

/** The inspector provides this function, because it knows which model the records belong to. */
export const ChangeRecordsContext = createContext<ChangeRecords>(() => {
  throw new Error('No ChangeRecordsContext around this component');
});

export const useChangeRecords = (): ChangeRecords => use(ChangeRecordsContext);

/**
 * Returns the change that creates a threat. The window generates the ID of the threat. All fields except
 * the title get their initial values from the table of fields.
 */
export const createThreat = (componentId: string, title: string): RecordChange => ({
  op: 'create',
  kind: 'threat',
  id: newId(),
  parentId: componentId,
  values: { title },
});

/** Returns the changes that create a threat from a template, with the mitigations of the template. */
export const createThreatFrom = (
  componentId: string,
  { title, description, priority, categories, references, mitigations }: ThreatTemplate,
): RecordChange[] => {
  const id = newId();
  const values = { title, description, priority, categories, references };
  return [
    { op: 'create', kind: 'threat', id, parentId: componentId, values },
    ...mitigations.map((mitigation): RecordChange => ({
      op: 'create',
      kind: 'mitigation',
      id: newId(),
      parentId: id,
      values: {
        title: mitigation.title,
        definition: mitigation.description,
        controls: mitigation.controls,
      } satisfies Partial<Content<'mitigation'>>,
    })),
  ];
};

type ThreatDetail = ComponentDetail['threats'][number];

/**
 * Returns the changes that create a copy of a threat with its mitigations but without its comments. By
 * default, the copy is on the same component. `movedFrom` is the ID of the threat whose number the copy
 * gets. Without it, the copy gets a new number.
 */
export const copyThreat = (
  threat: ThreatDetail,
  componentId: string | null = threat.parentId,
  movedFrom?: string,
): RecordChange[] => {
  const id = newId();
  return [
    {
      op: 'create',
      kind: 'threat',
      id,
      parentId: componentId,
      values: fieldValues('threat', threat, contentNames('threat')),
      movedFrom,
    },
    ...threat.mitigations.map((mitigation): RecordChange => ({
      op: 'create',
      kind: 'mitigation',
      id: newId(),
      parentId: id,
      values: fieldValues('mitigation', mitigation, contentNames('mitigation')),
    })),
  ];
};

/**
 * Returns the changes that create a copy of a threat on another component, to replace the original. The
 * copy has the mitigations and comments of the original. If several copies replace the original, only
 * the copy with `keepsNumber` gets the number of the original.
 */
export const createMovedThreat = (
  threat: ThreatDetail,
  componentId: string,
  keepsNumber: boolean,
): RecordChange[] => {
  const copy = copyThreat(threat, componentId, keepsNumber ? threat.id : undefined);
  const threatId = copy[0]?.id ?? '';
  const comments = threat.comments.map((comment) =>
    createComment(threatId, movedComment(comment, comment.isMine)),
  );
  return [...copy, ...comments];
};

export const updateThreat = (id: string, values: Partial<Content<'threat'>>): RecordChange => ({
  op: 'update',
  kind: 'threat',
  id,
  values,
});

export const createComment = (threatId: string, text: string): RecordChange => ({
  op: 'create',
  kind: 'comment',
  id: newId(),
  parentId: threatId,
  values: { text } satisfies Content<'comment'>,
});

export const updateComment = (id: string, text: string): RecordChange => ({
  op: 'update',
  kind: 'comment',
  id,
  values: { text } satisfies Content<'comment'>,
});

export const updateComponent = (
  id: string,
  values: Partial<Content<'component'>>,
): RecordChange => ({ op: 'update', kind: 'component', id, values });

export const createMitigation = (threatId: string, title: string): RecordChange => ({
  op: 'create',
  kind: 'mitigation',
  id: newId(),
  parentId: threatId,
  values: { title },
});

export const updateMitigation = (
  id: string,
  values: Partial<Content<'mitigation'>>,
): RecordChange => ({ op: 'update', kind: 'mitigation', id, values });
