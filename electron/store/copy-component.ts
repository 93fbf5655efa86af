import { randomUUID } from 'node:crypto';
import type { RecordChange } from '#shared/desktop/change.ts';
import { contentSchemas, type RecordKind } from '#shared/desktop/records.ts';
import type { RecordRow, Records } from './records.ts';

type ComponentCopy = { id: string; records: RecordChange[] };

const copyOf = ({ kind, local }: RecordRow, parentId: string): RecordChange & { id: string } => {
  const fields = Object.keys(contentSchemas[kind].shape);
  const said = fields.filter((field) => local[field] !== undefined);
  const values = Object.fromEntries(said.map((field) => [field, local[field]]));
  return { op: 'create', kind, id: randomUUID(), parentId, values };
};

/**
 * A component made anew on another canvas, with its threats and what they hold: the service lets no
 * component change its canvas. Comments are made anew as our own; `comments: false` leaves them out.
 */
export const copyComponent = (
  { children }: Pick<Records, 'children'>,
  component: RecordRow,
  canvasId: string,
  { comments }: { comments: boolean },
): ComponentCopy => {
  const kinds: RecordKind[] = comments ? ['mitigation', 'comment'] : ['mitigation'];
  const copied = copyOf(component, canvasId);
  const threats = children('threat', component.id).flatMap((threat) => {
    const made = copyOf(threat, copied.id);
    const held = kinds.flatMap((kind) => children(kind, threat.id));
    return [made, ...held.map((row) => copyOf(row, made.id))];
  });
  return { id: copied.id, records: [copied, ...threats] };
};
