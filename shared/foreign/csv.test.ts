import { expect, test } from 'vitest';
import {
  countsOf,
  flowsOf,
  leftOutOf,
  namesByKind,
  nodeNamed,
  readOne,
  refusalOf,
} from './testing/read-foreign-file.ts';

const file = [
  'type,id,name,parent,source,target,element,description,status,priority,category,mitigation,Owner',
  'boundary,b,Inside,,,,,,,,,,',
  'process,w,Web,b,,,,"Says ""hello"", twice",,,,,Ann',
  'Data store,d,Orders,Inside,,,,,,,,,',
  'external entity,u,User,,,,,,,,,,',
  'note,,Remember,,,,,,,,,,',
  'flow,f1,order,,User,w,,,,,,,',
  'data flow,,save,,w,d,,,,,,,',
  'threat,t1,Spoofed user,,,,f1,Somebody,mitigated,High,Spoofing;Tampering,Log in,Bob',
  'threat,,Lost,,,,nothing,,strange,,,,',
  'cloud,,Odd,,,,,,,,,,',
].join('\n');

test('a threat names its element by the ID first, and then by the name', () => {
  const rows = [
    'type,id,name,element',
    'process,a,b,',
    'process,b,Web,',
    'threat,t1,By ID,b',
    'threat,t2,By name,Web',
  ];
  const { components } = readOne(rows.join('\n'), 'shop.csv').content;
  const web = components.find(({ title }) => title === 'Web');
  expect(web?.threats.map(({ title }) => title)).toEqual(['By ID', 'By name']);
});

test('rows become elements, boundaries, notes, flows, and threats', () => {
  const model = readOne(file, 'shop.csv');
  expect(model.content.title).toBe('shop');
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['User'],
    noteNode: ['Remember'],
    processNode: ['Web'],
    trustBoundaryNode: ['Inside'],
  });
  expect(flowsOf(model)).toEqual(['User → Web: order', 'Web → Orders: save']);
  expect(nodeNamed(model, 'Web')?.parentId).toBe('b');
  expect(nodeNamed(model, 'Orders')?.parentId).toBe('b');
  expect(countsOf(model)).toEqual([1, 3, 1, 2, 2]);
  const owners = model.content.components.filter(({ threats }) => threats.length > 0);
  expect(owners.map(({ title }) => title).toSorted()).toEqual(['Whole model', 'order']);
  const [threat] = owners.find(({ title }) => title === 'order')?.threats ?? [];
  expect(threat).toMatchObject({ status: 'mitigated', priority: 'high', title: 'Spoofed user' });
  expect(threat?.mitigations).toMatchObject([{ title: 'Log in', status: 'done' }]);
  const stored = JSON.stringify(model.content);
  for (const text of ['Ann', 'Bob', 'strange', 'hello']) expect(stored).toContain(text);
  expect(leftOutOf(model)).toContain('cloud');
});

test('semicolons, tabs, other line ends, and canvases are supported', () => {
  const semicolons = 'Type;Name;Canvas\r\nprocess;A;One\r\nstore;B;Two\r\n';
  expect(countsOf(readOne(semicolons))).toEqual([2, 2, 0, 0, 0]);
  expect(countsOf(readOne('type\tname\nprocess\tA'))).toEqual([1, 1, 0, 0, 0]);
});

test('cells without a column, and unknown parents and elements, are reported', () => {
  const rows = [
    'type,id,name,parent,element,description',
    'boundary,z,Zone,,,',
    'process,w,Web,Zoen,,',
    'process,x,Mail,z,,Hello, world,,',
    'threat,t,T,,Wbe,',
  ];
  const model = readOne(rows.join('\n'), 'shop.csv');
  const expected = [
    ['line 4', 'world'],
    ['line 5', 'element "Wbe"'],
    ['line 3', 'parent "Zoen"'],
  ];
  expect(model.leftOut).toHaveLength(3);
  for (const [place, message = ''] of expected) {
    expect(model.leftOut).toContainEqual({ place, message: expect.stringContaining(message) });
  }
});

test('a missing quotation mark is refused', () => {
  expect(refusalOf('type,name\nprocess,"A')).toContain('quotation mark');
});
