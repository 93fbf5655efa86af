import { describe, expect, test } from 'vitest';
import { kindOfType } from '../otm/vocabulary/node-kind.ts';
import type { CanvasNode } from './document.ts';
import { componentKindNames, elementKindNames, elementKinds } from './element-kinds.ts';
import { readTextDiagram } from './text/text-diagram.ts';
import { writeTextDiagram } from './text/write-text-diagram.ts';

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

test('no two kinds have the same key, command, or label', () => {
  const kinds = elementKindNames.map((kind) => elementKinds[kind]);
  expect(repeated(kinds.map(({ key }) => key))).toEqual([]);
  expect(repeated(kinds.map(({ command }) => command))).toEqual([]);
  expect(repeated(kinds.map(({ graph }) => graph.label))).toEqual([]);
});

test('no two kinds share a word of text diagrams or of component types', () => {
  expect(repeated(elementKindNames.flatMap((kind) => elementKinds[kind].textWords))).toEqual([]);
  expect(
    repeated(componentKindNames.flatMap((kind) => wordsOf(elementKinds[kind].otm.words))),
  ).toEqual([]);
});

describe.each(elementKindNames)('%s', (kind) => {
  test('is written and read in a text diagram', () => {
    const node: CanvasNode = {
      id: '1',
      type: kind,
      position: { x: 0, y: 0 },
      data: { label: 'A' },
    };
    expect(readTextDiagram(writeTextDiagram({ nodes: [node], edges: [] })).nodes).toEqual([
      { name: 'A', kind, within: null },
    ]);
    for (const word of elementKinds[kind].textWords) {
      expect(readTextDiagram(`${word}: A`).nodes).toEqual([{ name: 'A', kind, within: null }]);
    }
  });
});

describe.each(componentKindNames)('%s', (kind) => {
  test('is recognized by its words in component types', () => {
    expect(kindOfType(kind)).toBe(kind);
    for (const word of wordsOf(elementKinds[kind].otm.words)) expect(kindOfType(word)).toBe(kind);
  });
});
