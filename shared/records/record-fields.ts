import { z } from 'zod';
import {
  canvasFormats,
  mitigationStatuses,
  modelStatuses,
  priorities,
  threatStatuses,
} from '../api/enumerations.ts';
import * as values from '../api/values.ts';
import {
  choice,
  computed,
  flag,
  list,
  optionalChoice,
  optionalColor,
  optionalInstant,
  optionalLine,
  optionalNumber,
  optionalProse,
  optionalReference,
  prose,
  title,
  type Field,
} from './field.ts';
import type { RecordKind } from './record-kinds.ts';

/**
 * All fields of all kinds of records, except IDs, parents, times, and the document of a canvas. These
 * parts derive from this table: the shapes of the REST API, the columns and values of the service, the
 * store, defaults of new records, merging and conflicts, copies, and Open Threat Model.
 *
 * To add a field, add a row here, and its name on the screen to `field` in `locales/en/sync.json`. A
 * field that is not in the specification needs `isAddition`. The order within a kind is the order on the
 * screen.
 */
export const recordFields = {
  collection: {
    title,
    description: optionalProse,
    color: { ...optionalColor, write: 'update' },
  },
  threatModel: {
    title,
    description: { ...prose, otm: 'description' },
    status: { ...choice(modelStatuses, 'Representation'), write: 'update' },
    priority: { ...choice(priorities, 'medium'), write: 'update' },
    due_to_date: { ...optionalInstant, write: 'update' },
    retro_completed_at: { ...optionalInstant, write: 'never', inWindow: false },
    time_invested: { ...optionalNumber, write: 'update' },
    quality_of_model: { ...optionalNumber, write: 'update' },
    when_to_revisit: { ...optionalNumber, write: 'update' },
    archived_at: { ...optionalInstant, write: 'update' },
  },
  canvas: {
    title,
    format: choice(canvasFormats, 'diagram'),
  },
  component: {
    title,
    description: { ...prose, otm: 'description' },
  },
  threat: {
    title,
    description: { ...prose, otm: 'description' },
    priority: { ...choice(priorities, 'medium'), otm: 'risk' },
    status: { ...choice(threatStatuses, 'open'), write: 'update', otm: 'state' },
    categories: { ...list, isAddition: true, otm: 'categories' },
    references: { ...list, isAddition: true, otm: 'cwes' },
    likelihood: { ...optionalChoice([...priorities, null]), isAddition: true },
    impact: { ...optionalChoice([...priorities, null]), isAddition: true },
    owner: { ...optionalLine, isAddition: true },
    due_date: { ...optionalInstant, isAddition: true },
    accepted_reason: { ...optionalProse, isAddition: true },
    accepted_by: { ...optionalLine, isAddition: true },
    accepted_until: { ...optionalInstant, isAddition: true },
    source: { ...optionalLine, write: 'create' },
    is_custom: { ...flag(true), write: 'create' },
    moved_from: { ...optionalReference, isAddition: true, write: 'update' },
    ref_id: computed({ stored: z.string(), output: z.string(), initial: '' }),
  },
  mitigation: {
    title,
    definition: { ...prose, otm: 'description' },
    consideration: optionalProse,
    explanation: optionalProse,
    example: optionalProse,
    status: { ...optionalChoice(mitigationStatuses), write: 'update', otm: 'state' },
    controls: { ...list, isAddition: true },
    question: { ...optionalProse, write: 'never' },
    is_custom: { ...flag(true), write: 'never' },
  },
  comment: {
    text: { ...title, type: 'prose', input: values.text.trim().min(1) },
    is_edited: { ...flag(false), write: 'never' },
    user: computed({
      stored: z.object({ id: z.string() }),
      output: z.object({ id: z.string(), avatar_uploaded_at: values.timestamp.nullable() }),
      initial: { id: '' },
    }),
  },
} as const satisfies Record<RecordKind, Record<string, Field>>;

type Table = typeof recordFields;
/** The names of those fields of a kind whose rows in the table have the type `Facts`. */
export type FieldName<K extends RecordKind, Facts = unknown> = {
  [Name in keyof Table[K]]: Table[K][Name] extends Facts ? Name : never;
}[keyof Table[K]];
type Schema = 'input' | 'output' | 'stored';
export type SchemaOf<K extends RecordKind, Name extends FieldName<K>, Which extends Schema> =
  Table[K][Name] extends Record<Which, infer Found extends z.ZodType> ? Found : never;

/** The fields of a kind that a person can change in the window. */
export type ContentName<K extends RecordKind> = FieldName<
  K,
  { inWindow: true; write: 'create and update' | 'create' | 'update' }
>;

export const fieldsOf = (kind: RecordKind): Readonly<Record<string, Field>> => recordFields[kind];

export const isContent = ({ inWindow, write }: Field): boolean => inWindow && write !== 'never';

/** Returns the names of the fields of a kind for which `isWanted` is true. */
export const fieldNames = (kind: RecordKind, isWanted: (field: Field) => boolean): string[] =>
  Object.entries(fieldsOf(kind)).flatMap(([name, field]) => (isWanted(field) ? [name] : []));

/**
 * Returns the names of the fields of a kind that a person can change in the window. These fields are
 * merged and compared.
 */
export const contentNames = (kind: RecordKind): string[] => fieldNames(kind, isContent);
