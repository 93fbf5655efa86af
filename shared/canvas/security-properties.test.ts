import { expect, test } from 'vitest';
import { mergeCanvas } from '../merge/merge-canvas.ts';
import { applyReversibly } from './apply.ts';
import type { CanvasDocument, CanvasEdge, CanvasNode } from './document.ts';
import { describe } from './edits/describe.ts';
import { classificationOf, isSensitive, propertiesOf, securityOf } from './security-properties.ts';

const node = (id: string, type: string, data: CanvasNode['data'] = {}): CanvasNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});
const flow: CanvasEdge = { id: 'f', source: 'a', target: 'b' };
const drawing: CanvasDocument = {
  nodes: [node('a', 'processNode'), node('b', 'dataStoreNode'), node('n', 'noteNode')],
  edges: [flow],
};

test('each kind has its own properties, a note has none, and an unknown type has those of a process', () => {
  expect(propertiesOf('trustBoundaryNode')).toContain('trustLevel');
  expect(propertiesOf('processNode')).not.toContain('trustLevel');
  expect(propertiesOf('flow')).toEqual([
    'protocol',
    'dataClassification',
    'holdsCredentials',
    'encrypted',
    'authenticated',
  ]);
  expect(propertiesOf('noteNode')).toEqual([]);
  expect(propertiesOf('textBlock')).toEqual(propertiesOf('processNode'));
});

test('values of other tools are unknown', () => {
  const data = {
    technology: ' ',
    holdsCredentials: 'maybe',
    logged: false,
    trustLevel: 900,
    dataClassification: 'Own word',
  };
  expect(securityOf(data)).toEqual({ logged: false, dataClassification: 'Own word' });
  expect(securityOf(undefined)).toEqual({});
});

test('a classification is known in any case, and other words are not sensitive', () => {
  expect(classificationOf(' Personal')).toBe('personal');
  expect(classificationOf('Own word')).toBeUndefined();
  expect(['public', 'internal', 'Own word', undefined].some(isSensitive)).toBe(false);
  expect(['Confidential', 'restricted', 'personal', 'secret'].every(isSensitive)).toBe(true);
});

test('sets a property of several elements at once, and undo restores the old values', () => {
  const known: CanvasDocument = {
    ...drawing,
    nodes: drawing.nodes.map((each) =>
      each.id === 'b' ? { ...each, data: { holdsCredentials: true } } : each,
    ),
  };
  const operation = describe(known, ['a', 'b', 'n', 'f', 'gone'], 'holdsCredentials', false);
  const { document, inverse } = applyReversibly(known, operation);
  expect(document.nodes.map(({ data }) => data['holdsCredentials'])).toEqual([
    false,
    false,
    undefined,
  ]);
  expect(document.edges[0]?.data).toEqual({ holdsCredentials: false });
  expect(applyReversibly(document, inverse).document).toEqual(known);
  expect(describe(document, ['a', 'b', 'f'], 'holdsCredentials', false)).toEqual([]);
});

test('two people describe one element: both properties are kept, and the same property is a conflict', () => {
  const changed = (key: 'logged' | 'privileged', value: boolean): CanvasDocument =>
    applyReversibly(drawing, describe(drawing, ['a'], key, value)).document;
  const merged = mergeCanvas(drawing, changed('logged', true), changed('privileged', false));
  expect(merged.conflicts).toEqual([]);
  expect(merged.shown.nodes[0]?.data).toEqual({ logged: true, privileged: false });

  const both = mergeCanvas(drawing, changed('logged', true), changed('logged', false));
  expect(both.conflicts.map(({ id, fields }) => [id, fields])).toEqual([['a', ['logged']]]);
});
