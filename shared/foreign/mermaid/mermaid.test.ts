import { expect, test } from 'vitest';
import {
  countsOf,
  flowsOf,
  leftOutOf,
  namesByKind,
  nodeNamed,
  readOne,
  refusalOf,
} from '../testing/read-foreign-file.ts';

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
  ['click-handler --> style-service', ['click-handler → style-service']],
  ['A:::c1-->B:::my-class', ['A → B']],
  ['A[Read &amp; write] --> B[#35;1 item]', ['Read & write → #1 item']],
  ['A -->|x #gt; y| B; B --> C', ['A → B: x > y', 'B → C']],
  ['style A fill:#f00;A --> B;', ['A → B']],
  ['A[Client\n  browser] --> B[One; two]', ['Client browser → One; two']],
  ['A@{\n  shape: cyl\n  label: "x: {y}"\n}\nA --> B', ['x: {y} → B']],
  ['A ~~~ B', []],
  ['A e1@--> B\ne1@{ animate: true, curve: linear }', ['A → B']],
  ['A --> B\n%%{init: {\n  "theme": "dark"\n}}%%\nB --> C', ['A → B', 'B → C']],
  ['accTitle: Part 1 (of 2\naccDescr {\n  Longer; text\n}\nA --> B', ['A → B']],
  ['A[One]\n  --> B[Two]\n\n  -.->|x| C', ['One → Two', 'Two → C: x']],
  ['A -->\n  B -->|"a | b"|\n  C ---\n  D', ['A → B', 'B → C: a | b', 'C → D']],
  ['A --\n  go on --> B -. no\n  .-> C', ['A → B: go on', 'B → C: no']],
  ['A-->B&C;C-->D', ['A → B&C', 'C → D']],
  ['A:::one&B:::two --> C', ['A → C', 'B → C']],
  ['C++ --> Start? --> a,b', ['C++ → Start?', 'Start? → a,b']],
  ['A -- x == y --> B', ['A → B: x == y']],
  ['A == a--b ==> B', ['A → B: a--b']],
  ['A -. x -- y .-> B', ['A → B: x -- y']],
  ['A .-> B', ['A → B']],
  ['A<.->|sync| B', ['A ↔ B: sync']],
  ['A e1@-- text --> B\ne1@{ animate: true }', ['A → B: text']],
  ['A e.1@ --> B', ['A → B']],
  ['A[x]\u00A0-->|t|\u3000B', ['x → B: t']],
  ['A -->|GET; POST| B', ['A → B: GET; POST']],
  ['A -->|one\ntwo| B', ['A → B: one two']],
  ['A[a | b] --> B\nC[c | d] --> B', ['a | b → B', 'c | d → B']],
  ['A(-Text-) --> B[|borders:lt|Box]', ['Text → Box']],
  ["A@{ label: 'It''s, quoted', shape: cyl } --> B", ["It's, quoted → B"]],
  ['A@{\n  shape: cyl\n  label: |\n    One\n    two\n}\nA --> B', ['One two → B']],
  ['A["`**Bold** and _slanted_ snake_case 2*3`"] --> B', ['Bold and slanted snake_case 2*3 → B']],
  ['direction --> B\ndirection LR', ['direction → B']],
  ['A:::c1@{ shape: hex } --> B@{ shape: hex }:::c1', ['A → B']],
  ['A["fa:fa-user Patient"] --> B(fab:fa-aws)', ['Patient → B']],
  ['A["Web\\nserver"] -->|"one\\ntwo"| B', ['Web server → B: one two']],
])('%s', (line, flows) => {
  expect(flowsOf(readOne(chart(line)))).toEqual(flows);
});

test('models are told apart by IDs that are made from their titles', () => {
  const [one, other] = ['Web shop', 'Bank'].map((title) =>
    readOne(chart('A --> B'), `${title}.mmd`),
  );
  expect([one?.content.id, other?.content.id]).toEqual(['web-shop', 'bank']);
});

test('the last shape and the last class that a node gets decide its kind', () => {
  const model = readOne(
    chart(
      'A["Orders"] --> B["Logs"]',
      'C[(Memory)] --> D[Accounts] & E[Mail service] & F[Files]',
      'A@{ shape: cyl }',
      'B:::store',
      'C@{ shape: rect }',
      'subgraph inside [Inside]',
      '  class D,inside store;',
      'end',
      'E:::external',
      'E:::wide',
      'class F process',
      'F[(Stored files)]',
      'class G store',
    ),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Accounts', 'Logs', 'Orders'],
    externalEntityNode: ['Mail service'],
    processNode: ['Memory', 'Stored files'],
    trustBoundaryNode: ['Inside'],
  });
  expect(nodeNamed(model, 'Accounts')?.parentId).toBeUndefined();
});

test('a name that ends with a word for a person or a client means an external entity', () => {
  const people = [
    'App User',
    'Developer',
    'End-User',
    'Malicious insider',
    'Web Browser',
    '👤 Customer',
  ];
  const others = [
    'Create customer',
    'Existing customer?',
    'Reply to user',
    'Story assigned to developer',
    'User service',
    'UserService',
  ];
  const lines = [...people, ...others].map((name, at) => `n${at}["${name}"]`);
  expect(namesByKind(readOne(chart(...lines, 'EndUser --> UserDB')))).toEqual({
    externalEntityNode: [...people, 'EndUser'].toSorted(),
    processNode: [...others, 'UserDB'].toSorted(),
  });
});

test('subgraphs without a name are boundaries of their own', () => {
  const model = readOne(chart('A --> B', 'subgraph', '  B', 'end', 'subgraph', '  C', 'end'));
  expect(countsOf(model)).toEqual([1, 3, 2, 1, 0]);
  const [a, b, c] = ['A', 'B', 'C'].map((name) => nodeNamed(model, name)?.parentId);
  expect(a).toBeUndefined();
  expect(new Set([a, b, c]).size).toBe(3);
});

test('subgraphs with the same title are boundaries of their own', () => {
  const model = readOne(
    chart(
      ...['one', 'two'].flatMap((zone) => [
        `subgraph ${zone}`,
        '  subgraph "Public subnet"',
        `    ${zone}-web`,
        '  end',
        'end',
      ]),
    ),
  );
  expect(countsOf(model)).toEqual([1, 2, 4, 0, 0]);
  const [one, two] = ['one-web', 'two-web'].map((name) => nodeNamed(model, name)?.parentId);
  expect(one).not.toBe(two);
});

test('the ID of a subgraph can be in quotes and contain spaces', () => {
  const model = readOne(
    chart(
      'subgraph Public Subnet ["Public (10.0.1.0/24)"]',
      '  A',
      'end',
      'subgraph "api" [API]',
      '  B',
      'end',
      'A --> api',
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['A', 'B'],
    trustBoundaryNode: ['API', 'Public (10.0.1.0/24)'],
  });
  expect(flowsOf(model)).toEqual(['A → API']);
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

test('an invisible link and the settings of a link add no flow and no component', () => {
  const model = readOne(chart('A ~~~ B', 'A e1@--> C', 'e1@{ animate: true }'));
  expect(namesByKind(model)).toEqual({ processNode: ['A', 'B', 'C'] });
});

test('a node belongs to the subgraph that mentions it and ends first', () => {
  const model = readOne(
    chart(
      'subgraph outer',
      '  A --> B',
      '  subgraph inner',
      '    A',
      '    C --> outer',
      '  end',
      'end',
      'subgraph whole',
      '  outer',
      'end',
    ),
  );
  const parents = ['A', 'B', 'C', 'inner', 'outer'].map((name) => nodeNamed(model, name)?.parentId);
  expect(parents).toEqual(['inner', 'outer', 'inner', 'outer', 'whole']);
  expect(model.report.repairs).toEqual([]);
});

test('settings before the chart are skipped, and their title names the canvas', () => {
  const settings = '\n---\nconfig:\n  layout: elk\ntitle: "Payments"\n---\n';
  const titled = (title: string) =>
    readOne(`---\ntitle: ${title}\n---\ngraph TD\nA-->B`).content.canvases[0]?.title;
  expect(["'It''s'", '>-\n  A long\n  title', 'A "b"'].map(titled)).toEqual([
    "It's",
    'A long title',
    'A "b"',
  ]);
  const model = readOne(`${settings}%%{init: {"theme": "dark"}}%%\ngraph TD\n  A-->B`, 'shop.mmd');
  expect(model.content.title).toBe('shop');
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['Payments']);
  expect(countsOf(model)).toEqual([1, 2, 0, 1, 0]);
  const block = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\`\n`;
  const several = readOne(
    block('---\n---\ngraph LR\nA-->B') + block(`${settings}graph LR\nC-->D`),
    'a.md',
  );
  expect(several.content.canvases.map(({ title }) => title)).toEqual(['a', 'Payments']);
});

test.each([
  '~~~mermaid\ngraph LR\nA-->B\n~~~',
  '::: mermaid\ngraph LR\nA:::big-->B\n:::',
  '```{mermaid}\ngraph LR\nA-->B\n```',
  '> ```mermaid\n> graph LR\n>   A --> B\n> ```',
  '<!-- markdownlint-disable -->\n```mermaid\ngraph LR\nA-->B\n```',
  '<p align="center"><img src="x.png"></p>\n\n```mermaid\ngraph LR\nA-->B\n```',
  '- ```mermaid\n  graph LR\n  A-->B\n  ```',
  '1. Text\n2. ```Mermaid\n   graph LR\n   A-->B\n   ```',
  '```mermaid\ngraph LR\nA-->B',
  '```\nnever closed\n```mermaid\ngraph LR\nA-->B\n```',
  '````md\n```mermaid\ngraph LR\nC-->D\n```\n````\n```mermaid\ngraph LR\nA-->B\n```',
  '~~~mermaid\ngraph LR\nC\n~~~ B\nA-->B\n~~~',
  ':::note\n```mermaid\ngraph LR\nA-->B\n```\n:::',
  '# Doc\n<div class="mermaid">\ngraph LR\nA--&gt;B\n</div>',
  '{{< mermaid >}}\ngraph BR\nA-->B\n{{< /mermaid >}}',
  '{% include toc.html %}\n```mermaid\ngraph LR\nA-->B\n```',
])('a chart in Markdown: %j', (text) => {
  expect(flowsOf(readOne(text, 'a.md'))).toEqual(['A → B']);
});

test('a diagram of another type is refused, or left out beside a flowchart', () => {
  const other = '```mermaid\nC4Context\nPerson(a, "A")\n```\n';
  expect(refusalOf('sequenceDiagram\nA->>B: x')).toContain('sequenceDiagram');
  expect(refusalOf(`# System\n${other}`)).toContain('C4Context');
  const model = readOne(`${other}\`\`\`mermaid\ngraph LR\nA-->B\n\`\`\`\n`, 'a.md');
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['a']);
  expect(leftOutOf(model)).toContain('C4Context');
});

test('a model with a flowchart in a description is no flowchart', () => {
  const model = readOne(
    [
      'otmVersion: 0.2.0',
      'project:',
      '  id: p',
      '  name: Shop',
      '  description: |',
      '    ```mermaid',
      '    graph LR',
      '    A --> B',
      '    ```',
    ].join('\n'),
  );
  expect(model.content.title).toBe('Shop');
});

test('a line that is no flowchart is refused and named', () => {
  expect(refusalOf(chart('A --> B', 'A B C'))).toContain('A B C');
  expect(refusalOf(chart('A -->', 'style B fill:#fff'))).toContain('A -->');
  const many = Array.from({ length: 500 }, (_, at) => `n${at}`).join(' & ');
  expect(refusalOf(chart(`${many} --> ${many.replaceAll('n', 'm')}`))).toContain('n0');
});
