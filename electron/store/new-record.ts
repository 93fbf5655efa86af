import { contentSchemas, type RecordKind } from '#shared/desktop/records.ts';
import type { Values } from './records.ts';

/** What a new record says where the person said nothing: the service's own defaults. */
const defaults: Record<RecordKind, Values> = {
  collection: { description: null, color: null },
  threatModel: {
    description: '',
    status: 'Representation',
    priority: 'medium',
    due_to_date: null,
    archived_at: null,
  },
  canvas: { format: 'diagram' },
  component: { description: '' },
  threat: { description: '', priority: 'medium', status: 'open', source: null, is_custom: true },
  mitigation: {
    definition: '',
    consideration: null,
    explanation: null,
    example: null,
    status: null,
  },
  comment: {},
};

/** What the service adds to a record, as it is shown until the service has answered. */
const untilAnswered: Record<RecordKind, Values> = {
  collection: {},
  threatModel: {},
  canvas: {},
  component: {},
  threat: { ref_id: '' },
  mitigation: { question: null, is_custom: true },
  comment: { is_edited: false, user: { id: '' } },
};

/** A whole record from what a person said of it. Throws where the values do not fit the kind. */
export const newRecordValues = (kind: RecordKind, said: Values, now: string): Values => ({
  ...contentSchemas[kind].parse({ ...defaults[kind], ...said }),
  ...untilAnswered[kind],
  created_at: now,
  updated_at: now,
});
