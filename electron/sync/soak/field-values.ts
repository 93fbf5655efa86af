import {
  mitigationStatuses,
  modelStatuses,
  priorities,
  threatStatuses,
} from '#shared/api/enumerations.ts';
import { elementColors } from '#shared/canvas/canvas-colors.ts';
import { flowShapes } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Chance } from '../simulation/chance.ts';

/** The sources of new values: words that nobody else writes, and random choices. */
export type Ink = { word: () => string; chance: Chance };

/** Returns a new value for a field that has the value `before`. */
type Value = (ink: Ink, before: unknown) => unknown;

const title: Value = ({ word }) => word();

/** Adds a line above or below the text, or replaces the text, because long texts merge line by line. */
const text: Value = ({ word, chance }, before) => {
  const lines = typeof before === 'string' && before !== '' ? before : 'One line\nOther\n';
  return chance.pick([`${lines}${word()}\n`, `${word()}\n${lines}`, `${word()}\n`]);
};

const oneOf =
  (values: readonly unknown[]): Value =>
  ({ chance }) =>
    chance.pick(values);

const day: Value = ({ chance }) => `2027-0${1 + chance.below(9)}-1${chance.below(9)}T00:00:00.000Z`;
const archived: Value = (_, before) => (before ? null : '2027-01-01T00:00:00.000Z');
const color: Value = ({ chance }) => `#${String(100_000 + chance.below(800_000))}`;
const flag: Value = (_, before) => before !== true;
const share: Value = ({ chance }) => chance.below(100) / 100;
const points: Value = ({ chance }) => [{ x: chance.below(900), y: chance.below(900) }];
const words: Value = ({ word }) => [word(), word()];

/** Every field of a record that a person can change. */
export const recordFields = {
  collection: { title, description: text, color },
  threatModel: {
    title,
    description: text,
    status: oneOf(modelStatuses),
    priority: oneOf(priorities),
    due_to_date: day,
    archived_at: archived,
  },
  canvas: { title },
  component: { title, description: text },
  threat: {
    title,
    description: text,
    priority: oneOf(priorities),
    status: oneOf(threatStatuses),
  },
  mitigation: {
    title,
    definition: text,
    consideration: text,
    explanation: text,
    example: text,
    status: oneOf(mitigationStatuses),
  },
  comment: { text: title },
} satisfies Record<RecordKind, Record<string, Value>>;

const elementColor = oneOf(elementColors);

export const size = ({ chance }: Ink): number => 100 + chance.below(800);
export const nodeData: Record<string, Value> = {
  label: title,
  color: elementColor,
  locked: flag,
  outOfScope: flag,
  attributes: words,
  note: text,
};
export const edgeData: Record<string, Value> = {
  label: title,
  color: elementColor,
  shape: oneOf(flowShapes),
  bends: points,
  labelAt: share,
  bidirectional: flag,
  encrypted: flag,
  authenticated: flag,
  protocol: title,
  dataClassification: title,
};
