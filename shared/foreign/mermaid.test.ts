import { expect, test } from 'vitest';
import {
  countsOf,
  flowsOf,
  namesByKind,
  nodeNamed,
  readOne,
  refusalOf,
} from './testing/read-foreign-file.ts';

const chart = (...lines: string[]): string => ['flowchart LR', ...lines].join('\n');

test('nodes of every shape are elements, subgraphs are boundaries', () => {
  const model = readOne(
    chart(
      'A[Web app] --> B[(Orders)]',
      'C((Worker)):::big; D{{"Choice (1)"}}',
      'E@{ shape: cyl, label: "Log store" }',
      'F([User])',
      'G[/Input/] & H>flag] & I{rhombus} & J[[Sub]] & K(((End)))',
      'subgraph one [Inside]',
      '  direction TB',
      '  A',
      '  subgraph two',
      '    B',
      '  end',
      'end',
      'classDef big fill:#fff,stroke:#000',
      'style A fill:#fff',
      'click A "https://example.com"',
      '%% a remark',
    ),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Log store', 'Orders'],
    externalEntityNode: ['User'],
    processNode: ['Choice (1)', 'End', 'Input', 'Sub', 'Web app', 'Worker', 'flag', 'rhombus'],
    trustBoundaryNode: ['Inside', 'two'],
  });
  expect(nodeNamed(model, 'Web app')?.parentId).toBe('one');
  expect(nodeNamed(model, 'two')?.parentId).toBe('one');
  expect(nodeNamed(model, 'Orders')?.parentId).toBe('two');
  expect(model.unplaced).toHaveLength(1);
});

test.each([
  ['A --> B', ['A → B']],
  ['A-->B', ['A → B']],
  ['A --- B', ['A → B']],
  ['A -.-> B', ['A → B']],
  ['A ==> B', ['A → B']],
  ['A ----> B', ['A → B']],
  ['A <--> B', ['A ↔ B']],
  ['A --o B', ['A → B']],
  ['A x--x B', ['A ↔ B']],
  ['A -->|HTTPS| B', ['A → B: HTTPS']],
  ['A -->|"a | b"| B', ['A → B: a | b']],
  ['A -- go on --> B', ['A → B: go on']],
  ['A --go--> B', ['A → B: go']],
  ['A -. maybe .-> B', ['A → B: maybe']],
  ['A == must ==> B', ['A → B: must']],
  ['A -- plain --- B', ['A → B: plain']],
  ['A -- HTTP-only --> B', ['A → B: HTTP-only']],
  ['A --> B --> C', ['A → B', 'B → C']],
  ['A & B --> C & D', ['A → C', 'A → D', 'B → C', 'B → D']],
  ['A e1@--> B', ['A → B']],
  ['A[One] --> B[Two]', ['One → Two']],
  ['A["One<br/>more"] --> B["#quot;Two#quot;"]', ['One more → "Two"']],
  ['A-1 --> B_2', ['A-1 → B_2']],
])('%s', (line, flows) => {
  expect(flowsOf(readOne(chart(line)))).toEqual(flows);
});

test('flows may begin and end at subgraphs', () => {
  const model = readOne(chart('subgraph s [Zone]', 'A', 'end', 'B --> s'));
  expect(flowsOf(model)).toEqual(['B → Zone']);
  expect(countsOf(model)).toEqual([1, 2, 1, 1, 0]);
});

test('a Markdown file has a canvas for each flowchart', () => {
  const block = (text: string) => `\n\`\`\`mermaid\n${text}\n\`\`\`\n`;
  const model = readOne(
    `# System\n${block('graph TD\nA-->B')}text${block('sequenceDiagram\nA->>B: x')}${block('flowchart LR; C-->D;')}`,
    'system.md',
  );
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['system', 'system 2']);
  expect(countsOf(model)).toEqual([2, 4, 0, 2, 0]);
});

test('settings before the chart are skipped', () => {
  const model = readOne('---\ntitle: X\n---\n%%{init: {"theme": "dark"}}%%\ngraph TD\n  A-->B');
  expect(countsOf(model)).toEqual([1, 2, 0, 1, 0]);
});

test('a line that is no flowchart is refused and named', () => {
  expect(refusalOf(chart('A --> B', 'A B C'))).toContain('A B C');
  const many = Array.from({ length: 500 }, (_, at) => `n${at}`).join(' & ');
  expect(refusalOf(chart(`${many} --> ${many.replaceAll('n', 'm')}`))).toContain('n0');
});
