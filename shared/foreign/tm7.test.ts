import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  countsOf,
  edgesOf,
  flowsOf,
  namesByKind,
  nodeNamed,
  readOne,
  refusalOf,
} from './testing/read-foreign-file.ts';

const folder = join(import.meta.dirname, '../../../shared/fixtures/foreign');
const real = (name: string) => readFileSync(join(folder, name));

const property = (label: string, value: string, key = '', kind = 'String') =>
  `<a:anyType i:type="b:${kind}DisplayAttribute"><b:DisplayName>${label}</b:DisplayName>` +
  `<b:Name>${key}</b:Name><b:Value>${value}</b:Value></a:anyType>`;

type Stencil = {
  id: string;
  name: string;
  generic: string;
  shape: string;
  more?: string;
  geometry?: string;
};

const stencil = ({ id, name, generic, shape, more = '', geometry = '' }: Stencil) =>
  `<a:KeyValueOfguidanyType><a:Key>${id}</a:Key><a:Value i:type="${shape}">` +
  `<GenericTypeId>${generic}</GenericTypeId><Guid>${id}</Guid><Properties>` +
  `${property('A stencil', '', '', 'Header')}${property('Nom', name)}${more}</Properties>` +
  `<TypeId>SE.X</TypeId>${geometry}</a:Value></a:KeyValueOfguidanyType>`;

const at = (x: number, y: number, width = 100, height = 100) =>
  `<Left>${x}</Left><Top>${y}</Top><Width>${width}</Width><Height>${height}</Height>`;

const ends = (source: string, target: string) =>
  `<HandleX>150</HandleX><HandleY>90</HandleY><PortSource>East</PortSource>` +
  `<PortTarget>NorthWest</PortTarget><SourceGuid>${source}</SourceGuid><SourceX>1</SourceX>` +
  `<SourceY>2</SourceY><TargetGuid>${target}</TargetGuid><TargetX>3</TargetX><TargetY>4</TargetY>`;

const none = '00000000-0000-0000-0000-000000000000';

const drawing = (name: string, borders: string[], lines: string[]) =>
  `<DrawingSurfaceModel><Guid>${name}</Guid><Header>${name}</Header>` +
  `<Borders>${borders.join('')}</Borders><Lines>${lines.join('')}</Lines></DrawingSurfaceModel>`;

const threat = (id: string, flow: string, state: string, more = '') =>
  `<a:KeyValueOfstringThreat><a:Key>${id}</a:Key><a:Value><b:FlowGuid>${flow}</b:FlowGuid>` +
  `<b:Id>7</b:Id><b:InteractionKey>u:${flow}:w</b:InteractionKey><b:Priority>Low</b:Priority>` +
  `<b:Properties><a:KeyValueOfstringstring><a:Key>Title</a:Key><a:Value>Threat ${id}</a:Value>` +
  `</a:KeyValueOfstringstring><a:KeyValueOfstringstring><a:Key>UserThreatCategory</a:Key>` +
  `<a:Value>SPOOFING</a:Value></a:KeyValueOfstringstring></b:Properties>` +
  `<b:State>${state}</b:State>${more}</a:Value></a:KeyValueOfstringThreat>`;

const model = (drawings: string[], threats: string[] = []) =>
  `<ThreatModel xmlns="m" xmlns:i="i" xmlns:a="a" xmlns:b="b">` +
  `<DrawingSurfaceList>${drawings.join('')}</DrawingSurfaceList>` +
  `<MetaInformation><Owner>Ann</Owner><ThreatModelName>Shop</ThreatModelName></MetaInformation>` +
  `<Notes><Note><AddedBy>Bob</AddedBy><Message>Look again</Message></Note></Notes>` +
  `<ThreatInstances>${threats.join('')}</ThreatInstances></ThreatModel>`;

const user = stencil({
  id: 'u',
  name: 'User',
  generic: 'GE.EI',
  shape: 'StencilRectangle',
  geometry: at(0, 0),
});
const web = stencil({
  id: 'w',
  name: 'Web',
  generic: 'GE.P',
  shape: 'StencilEllipse',
  geometry: at(300, 0),
  more:
    property('Hors', 'true', '71f3d9aa-b8ef-4e54-8126-607a1d903103', 'Boolean') +
    property('Running as', '<string>Select</string><string>root</string>', 'k', 'List').replace(
      '</a:anyType>',
      '<b:SelectedIndex>1</b:SelectedIndex></a:anyType>',
    ),
});
const store = stencil({
  id: 's',
  name: 'Orders',
  generic: 'GE.DS',
  shape: 'x:StencilParallelLines',
  geometry: at(300, 200),
});
const box = stencil({
  id: 'b',
  name: 'Inside',
  generic: 'GE.TB.B',
  shape: 'BorderBoundary',
  geometry: at(250, -50, 400, 400),
});
const line = stencil({
  id: 'l',
  name: 'Internet',
  generic: 'GE.TB.L',
  shape: 'LineBoundary',
  geometry: ends(none, none),
});
const flow = (id: string, source: string, target: string) =>
  stencil({ id, name: id, generic: 'GE.DF', shape: 'Connector', geometry: ends(source, target) });

test('each drawing becomes a canvas with stencils, boundaries, and flows', () => {
  const read = readOne(
    model([
      drawing('One', [user, web, store, box], [flow('order', 'u', 'w'), line]),
      drawing('Two', [user], []),
    ]),
  );
  expect(read.content.title).toBe('Shop');
  expect(read.content.canvases.map(({ title }) => title)).toEqual(['One', 'Two']);
  expect(namesByKind(read)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['User', 'User'],
    processNode: ['Web'],
    trustBoundaryNode: ['Inside', 'Internet'],
  });
  expect(flowsOf(read)).toEqual(['User → Web: order']);
  expect(edgesOf(read)[0]).toMatchObject({ sourceHandle: 'right', targetHandle: 'left' });
  expect(edgesOf(read)[0]?.data?.['bends']).toEqual([{ x: 150, y: 90 }]);
  expect(nodeNamed(read, 'Web')?.parentId).toBe(nodeNamed(read, 'Inside')?.id);
  expect(nodeNamed(read, 'Web')?.data.outOfScope).toBe(true);
  expect(JSON.stringify(read.content)).toContain('"Running as":"root"');
  expect(JSON.stringify(read.content)).toContain('Bob Look again');
});

test('threats belong to their flows, with state, category, and justification', () => {
  const information = '<b:StateInformation>TLS is on</b:StateInformation>';
  const states = ['AutoGenerated', 'NeedsInvestigation', 'NotApplicable', 'Mitigated'];
  const threats = states.map((state, index) =>
    threat(`t${index}`, 'order', state, state === 'Mitigated' ? information : ''),
  );
  const read = readOne(model([drawing('One', [user, web], [flow('order', 'u', 'w')])], threats));
  const owner = read.content.components.find(({ threats: own }) => own.length > 0);
  expect(owner?.title).toBe('order');
  expect(owner?.threats.map(({ status }) => status)).toEqual([
    'open',
    'open',
    'not_applicable',
    'mitigated',
  ]);
  expect(owner?.threats[3]?.mitigations).toMatchObject([{ title: 'TLS is on', status: 'done' }]);
  expect(owner?.threats[0]).toMatchObject({ title: 'Threat t0', priority: 'low' });
  expect(owner?.threats[0]?.categories).toEqual(['Spoofing']);
});

test('a threat of a deleted flow belongs to its target, and one without elements to the whole model', () => {
  const threats = [
    threat('t1', 'gone', 'Mitigated'),
    threat('t2', 'gone', 'x').replace('u:gone:w', ''),
  ];
  const read = readOne(model([drawing('One', [user, web], [])], threats));
  const owners = read.content.components.filter(({ threats: own }) => own.length > 0);
  expect(owners.map(({ title }) => title).toSorted()).toEqual(['Web', 'Whole model']);
  expect(countsOf(read)).toEqual([1, 2, 0, 0, 2]);
});

test('a connector without a source is a flow with a loose end', () => {
  const read = readOne(model([drawing('One', [web], [flow('lost', none, 'w')])]));
  expect(flowsOf(read)).toEqual(['? → Web: lost']);
  expect(countsOf(read)).toEqual([1, 1, 0, 1, 0]);
});

test('damaged files, templates, and entities are refused', () => {
  const whole = model([drawing('One', [user], [])]);
  expect(refusalOf(whole.slice(0, 800))).toContain('damaged');
  expect(refusalOf('<KnowledgeBase/>')).toContain('template');
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  expect(refusalOf(`${bomb}${whole}`)).toContain('entities');
  expect(
    refusalOf(`<ThreatModel>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</ThreatModel>`),
  ).toContain('levels');
});

test.runIf(existsSync(folder))('real files have every element', () => {
  const mvp = readOne(real('MTMT_MVP.tm7'), 'MTMT_MVP.tm7');
  expect(countsOf(mvp)).toEqual([1, 4, 2, 6, 43]);
  expect(mvp.content.title).toBe('MTMT_MVP');
  expect(nodeNamed(mvp, 'Mobile Client')?.parentId).toBe(nodeNamed(mvp, 'Internet')?.id);
  const nested = readOne(real('MTMT_nested_tz_line.tm7'));
  expect(countsOf(nested)).toEqual([1, 4, 3, 3, 16]);
  expect(flowsOf(nested)).toContain('Main Application → Production Mongo: Production data');
});
