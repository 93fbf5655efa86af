import fc from 'fast-check';
import { emptyDocument, type CanvasDocument } from '../../canvas/document.ts';
import { editCanvas, editKinds, type Edit } from './edit-canvas.ts';

/**
 * `null` removes the key. There are few keys and values, so that both sides often change the same key.
 */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>('A', 'B', 'C', 1, true, null, null) },
  {
    weight: 1,
    arbitrary: fc
      .jsonValue({ maxDepth: 2 })
      .map((json): unknown => JSON.parse(JSON.stringify(json))),
  },
);
const key = fc.constantFrom('color', 'zIndex', 'style', '__proto__', 'toString', 'otm');

const anyEdit = fc.record<Edit>({
  kind: fc.constantFrom(...editKinds),
  which: fc.nat(60),
  other: fc.nat(60),
  at: fc.nat(60),
  key,
  value,
});

const edited = (document: CanvasDocument, edits: readonly Edit[]): CanvasDocument =>
  edits.reduce(editCanvas, document);

const additions = fc.array(
  fc
    .tuple(anyEdit, fc.constantFrom('addNode', 'addNode', 'addEdge'))
    .map(([edit, kind]): Edit => ({ ...edit, kind })),
  { minLength: 2, maxLength: 16 },
);

/** Any valid document: nested boundaries, flows, notes, unknown keys. */
export const anyCanvas: fc.Arbitrary<CanvasDocument> = fc
  .tuple(additions, fc.array(anyEdit, { maxLength: 10 }))
  .map(([added, edits]) => edited(emptyDocument, [...added, ...edits]));

/** A document and independent changes of both sides, some of them the same. */
export const anyThree: fc.Arbitrary<Record<'base' | 'mine' | 'theirs', CanvasDocument>> = fc
  .record({
    base: anyCanvas,
    both: fc.array(anyEdit, { maxLength: 2 }),
    mine: fc.array(anyEdit, { maxLength: 8 }),
    theirs: fc.array(anyEdit, { maxLength: 8 }),
  })
  .map(({ base, both, mine, theirs }) => ({
    base,
    mine: edited(base, [...mine, ...both]),
    theirs: edited(base, [...both, ...theirs]),
  }));
