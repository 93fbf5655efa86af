import { expect, test } from 'vitest';
import {
  countsOf,
  edgesOf,
  flowsOf,
  hasRealFiles,
  namesByKind,
  nodeNamed,
  readOne,
  realFile,
  refusalOf,
} from '../testing/read-foreign-file.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const property = (label: string, value: string, key = '', kind = 'String') =>
  `<a:anyType i:type="b:${kind}DisplayAttribute"><b:DisplayName>${label}</b:DisplayName>` +
  `<b:Name>${key}</b:Name><b:Value>${value}</b:Value></a:anyType>`;

const list = (label: string, choices: string[], selected: number) =>
  property(
    label,
    choices.map((choice) => `<string>${choice}</string>`).join(''),
    'k',
    'List',
  ).replace('</a:anyType>', `<b:SelectedIndex>${selected}</b:SelectedIndex></a:anyType>`);

const custom = (label: string, value: string) => property(label, value, '', 'CustomString');

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

const threat = (
  id: string,
  flow: string,
  state: string,
  more = '',
  properties: Record<string, string> = {},
) =>
  `<a:KeyValueOfstringThreat><a:Key>${id}</a:Key><a:Value><b:FlowGuid>${flow}</b:FlowGuid>` +
  `<b:Id>7</b:Id><b:InteractionKey>u:${flow}:w</b:InteractionKey><b:Priority>Low</b:Priority>` +
  `<b:Properties>${pairs({ Title: `Threat ${id}`, UserThreatCategory: 'SPOOFING', ...properties })}` +
  `</b:Properties><b:State>${state}</b:State>${more}</a:Value></a:KeyValueOfstringThreat>`;

const pairs = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(
      ([key, value]) =>
        `<a:KeyValueOfstringstring><a:Key>${key}</a:Key><a:Value>${escaped(value)}</a:Value>` +
        `</a:KeyValueOfstringstring>`,
    )
    .join('');

const model = (drawings: string[], threats: string[] = [], knowledge = '') =>
  `<ThreatModel xmlns="m" xmlns:i="i" xmlns:a="a" xmlns:b="b">` +
  `<DrawingSurfaceList>${drawings.join('')}</DrawingSurfaceList>` +
  `<MetaInformation><Owner>Ann</Owner><ThreatModelName>Shop</ThreatModelName></MetaInformation>` +
  `<Notes><Note><AddedBy>Bob</AddedBy><Message>Look again</Message></Note></Notes>` +
  `<ThreatInstances>${threats.join('')}</ThreatInstances>${knowledge}</ThreatModel>`;

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
    list('Running as', ['Select', 'root'], 1),
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

/** Returns the only threat of a model. It belongs to the flow `order`. */
const threatIn = (only: string, knowledge = '') => {
  const drawn = drawing('One', [user, web], [flow('order', 'u', 'w')]);
  const { content } = readOne(model([drawn], [only], knowledge));
  return content.components.flatMap((component) => component.threats)[0];
};

test('the justification is read from the properties of a threat', () => {
  const nil = '<b:StateInformation i:nil="true"/>';
  const properties = { StateInformation: 'Logs are collected' };
  const found = threatIn(threat('t', 'order', 'Mitigated', nil, properties));
  expect(found?.mitigations).toMatchObject([{ title: 'Logs are collected', status: 'done' }]);
  expect(found?.kept.raw).toEqual({
    attributes: { state: 'Mitigated', justification: 'Logs are collected', number: '7' },
  });
});

test('custom properties of threats have the labels of the template', () => {
  const datum = (name: string, label: string) =>
    `<ThreatMetaDatum><Name>${name}</Name><Label>${label}</Label></ThreatMetaDatum>`;
  const knowledge =
    `<KnowledgeBase><a:ThreatMetaData><PropertiesMetaData>${datum('44490cdf', 'Risk')}` +
    `${datum('f9e02b87', 'Risk')}</PropertiesMetaData></a:ThreatMetaData></KnowledgeBase>`;
  const properties = { '44490cdf': 'Fraud', f9e02b87: 'Refunds', SDLPhase: 'Design' };
  const found = threatIn(threat('t', 'order', '', '', properties), knowledge);
  expect(found?.kept.raw).toEqual({
    attributes: { number: '7', Risk: 'Fraud', 'Risk 2': 'Refunds', SDLPhase: 'Design' },
  });
});

test('a short description that differs from the description is kept as an attribute', () => {
  const short = 'Somebody logs in as Ann.';
  const shortOf = (description: string) => {
    const texts = { UserThreatDescription: description, UserThreatShortDescription: short };
    const found = threatIn(threat('t', 'order', '', '', texts));
    return [found?.description, found?.kept.raw];
  };
  const number = '7';
  expect(shortOf('')).toEqual([short, { attributes: { number } }]);
  expect(shortOf(short)).toEqual([short, { attributes: { number } }]);
  expect(shortOf('A long one')).toEqual([
    'A long one',
    { attributes: { number, UserThreatShortDescription: short } },
  ]);
});

test('an unknown priority, and who changed a threat, are kept as attributes', () => {
  const changed = (time: string) =>
    `<b:ChangedBy>CORP\\ann</b:ChangedBy><b:ModifiedAt>${time}</b:ModifiedAt>`;
  const properties = { Priority: 'P0', InteractionString: 'order' };
  const found = threatIn(threat('t', 'order', '', changed('2023-05-01T10:00:00Z'), properties));
  expect(found?.priority).toBe('medium');
  expect(found?.kept.raw).toEqual({
    attributes: {
      number: '7',
      priority: 'P0',
      changedBy: 'CORP\\ann',
      modifiedAt: '2023-05-01T10:00:00Z',
    },
  });
  const unchanged = threatIn(threat('t', 'order', '', changed('0001-01-01T00:00:00')));
  expect(JSON.stringify(unchanged?.kept)).not.toContain('modifiedAt');
});

test('text in angle brackets is kept, and links keep their targets', () => {
  const textsOf = (description: string, mitigation: string) => {
    const texts = { UserThreatDescription: description, PossibleMitigations: mitigation };
    const found = threatIn(threat('t', 'order', '', '', texts));
    return [found?.description, found?.mitigations[0]?.title];
  };
  expect(textsOf('GET /users/<id> with List<string> if a<b and c>d', 'Call /x?a=1&copy=2')).toEqual(
    ['GET /users/<id> with List<string> if a<b and c>d', 'Call /x?a=1&copy=2'],
  );
  expect(
    textsOf(
      '<p class="x">GET <id>.</p><b>R&amp;D</b>',
      'See <a href="https://a.example/?x=1&copy=2">the guide</a> and <a href="https://b.example">https://b.example</a>',
    ),
  ).toEqual([
    'GET <id>.\nR&D',
    'See the guide (https://a.example/?x=1&copy=2) and https://b.example',
  ]);
});

test('the chosen values of lists are kept, but not their placeholders', () => {
  const sql = stencil({
    id: 'd',
    name: 'DB',
    generic: 'GE.DS',
    shape: 'StencilParallelLines',
    geometry: at(0, 0),
    more:
      list('Store Type', ['SQL Relational Database'], 0) +
      list('Encrypted', ['No', 'Yes'], 0) +
      list('Sanitizes Input', ['Not Selected', 'Yes'], 0) +
      list('Write Access', ['Not applicable'], 0) +
      list('Backup', ['Yes', 'No', 'Not Applicable'], 2),
  });
  const { content } = readOne(model([drawing('One', [sql], [])]));
  expect(content.components[0]?.kept.raw).toEqual({
    attributes: {
      stencil: 'A stencil',
      type: 'SE.X',
      'Store Type': 'SQL Relational Database',
      Encrypted: 'No',
      Backup: 'Not Applicable',
    },
  });
});

test('protections that the tool knows become security properties', () => {
  const yes = (key: string, chosen: number) =>
    list(key, ['No', 'Yes'], chosen).replace('<b:Name>k</b:Name>', `<b:Name>${key}</b:Name>`);
  const sql = stencil({
    id: 'd',
    name: 'DB',
    generic: 'GE.DS',
    shape: 'StencilParallelLines',
    geometry: at(0, 0),
    more: yes('storesCredentials', 1) + yes('Encrypted', 0),
  });
  const safe = (id: string, authenticatesDestination: number) =>
    stencil({
      id,
      name: id,
      generic: 'GE.DF',
      shape: 'Connector',
      geometry: ends('u', 'd'),
      more:
        yes('providesConfidentiality', 1) +
        yes('authenticatesSource', 1) +
        yes('authenticatesDestination', authenticatesDestination),
    });
  const read = readOne(model([drawing('One', [user, sql], [safe('both', 1), safe('half', 0)])]));
  expect(nodeNamed(read, 'DB')?.data.holdsCredentials).toBe(true);
  expect(nodeNamed(read, 'DB')?.data.encryptedAtRest).toBeUndefined();
  expect(edgesOf(read).map(({ data }) => [data?.encrypted, data?.authenticated])).toEqual([
    [true, true],
    [true, undefined],
  ]);
  expect(JSON.stringify(read.content)).toContain('"providesConfidentiality":"Yes"');
});

test('custom attributes can have the labels of the name and of the scope', () => {
  const process = stencil({
    id: 'p',
    name: 'P',
    generic: 'GE.P',
    shape: 'StencilEllipse',
    geometry: at(0, 0),
    more: custom('Name', 'Billing team') + custom('Out Of Scope', 'until May'),
  });
  const read = readOne(model([drawing('One', [process], [])]));
  expect(nodeNamed(read, 'P')?.data.outOfScope).toBeUndefined();
  expect(read.content.components[0]?.kept.raw).toMatchObject({
    attributes: { Name: 'Billing team', 'Out Of Scope': 'until May' },
  });
});

test('custom attributes with equal or empty labels are numbered, also those of a drawing', () => {
  const more =
    custom('Custom property', 'owner: team A') +
    custom('Custom property', 'port 8443') +
    custom('', 'Protocol:HTTPS');
  const process = stencil({
    id: 'p',
    name: 'P',
    generic: 'GE.P',
    shape: 'StencilEllipse',
    geometry: at(0, 0),
    more,
  });
  const properties =
    `<Properties>${property('Diagram', '', '', 'Header')}${property('Name', 'One')}` +
    `${custom('Custom property', 'reviewed in May')}</Properties>`;
  const drawn = drawing('One', [process], []).replace('<Borders>', `${properties}<Borders>`);
  const { content } = readOne(model([drawn]));
  expect(content.components[0]?.kept.raw).toEqual({
    type: 'SE.X',
    attributes: {
      stencil: 'A stencil',
      'Custom property': 'owner: team A',
      'Custom property 2': 'port 8443',
      'Custom property 3': 'Protocol:HTTPS',
    },
  });
  expect(content.canvases[0]?.kept.raw).toEqual({
    attributes: { 'Custom property': 'reviewed in May' },
  });
});

test('a drawing keeps its name if its header is another text', () => {
  const named = (name: string) =>
    drawing('Header', [], []).replace(
      '<Borders>',
      `<Properties>${property('Name', name)}</Properties><Borders>`,
    );
  const { content } = readOne(model([named('Header'), named('Checkout')]));
  expect(content.canvases.map(({ title, kept }) => [title, kept.raw])).toEqual([
    ['Header', undefined],
    ['Header', { attributes: { name: 'Checkout' } }],
  ]);
});

test('a threat belongs to the drawing that it names, even if a copy has the same IDs', () => {
  const drawings = ['One', 'Two'].map((name) =>
    drawing(name, [user, web], [flow('order', 'u', 'w')]),
  );
  const on = (surface: string) => `<b:DrawingSurfaceGuid>${surface}</b:DrawingSurfaceGuid>`;
  const threats = [
    threat('t1', 'order', '', on('One')),
    threat('t2', 'order', '', on('Two')),
    threat('t3', 'order', '', on(none)),
  ];
  const { content } = readOne(model(drawings, threats));
  const titles = content.canvases.map(({ id }) =>
    content.components
      .filter(({ canvasId }) => canvasId === id)
      .flatMap((component) => component.threats.map(({ title }) => title)),
  );
  expect(titles).toEqual([['Threat t1', 'Threat t3'], ['Threat t2']]);
});

test('a boundary without a position contains nothing, and the report names it', () => {
  const unplaced = stencil({ id: 'b', name: 'Lab', generic: 'GE.TB.B', shape: 'BorderBoundary' });
  const read = readOne(model([drawing('One', [unplaced, user], [])]));
  expect(nodeNamed(read, 'User')?.parentId).toBeUndefined();
  expect(JSON.stringify(read.report.repairs)).toContain('Lab');
  const loose = readOne(model([drawing('One', [unplaced], [])]));
  expect(loose.report.repairs).toEqual([]);
});

test('a threat of a deleted flow belongs to its target, and one without elements to the whole model', () => {
  const threats = [
    threat('t1', 'gone', 'Mitigated'),
    threat('t2', 'gone', 'x', '', { InteractionString: 'HTTPS' }).replace('u:gone:w', ''),
  ];
  const read = readOne(model([drawing('One', [user, web], [])], threats));
  const owners = read.content.components.filter(({ threats: own }) => own.length > 0);
  expect(owners.map(({ title }) => title).toSorted()).toEqual(['Web', 'Whole model']);
  expect(countsOf(read)).toEqual([1, 2, 0, 0, 2]);
  const lost = owners.find(({ title }) => title === 'Whole model')?.threats[0];
  expect(lost?.kept.raw).toEqual({
    attributes: { state: 'x', number: '7', interaction: 'HTTPS' },
  });
});

test('threats without any drawing are imported', () => {
  const read = readOne(model([], [threat('t1', 'gone', 'Mitigated')]));
  expect(countsOf(read)).toEqual([1, 0, 0, 0, 1]);
  expect(read.content.canvases.map(({ title }) => title)).toEqual(['Shop']);
  expect(refusalOf(model([]))).toContain('no elements');
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

test.runIf(hasRealFiles)('real files have every element', () => {
  const mvp = readOne(realFile('MTMT_MVP.tm7'), 'MTMT_MVP.tm7');
  expect(countsOf(mvp)).toEqual([1, 4, 2, 6, 43]);
  expect(mvp.content.title).toBe('MTMT_MVP');
  expect(nodeNamed(mvp, 'Mobile Client')?.parentId).toBe(nodeNamed(mvp, 'Internet')?.id);
  const nested = readOne(realFile('MTMT_nested_tz_line.tm7'));
  expect(countsOf(nested)).toEqual([1, 4, 3, 3, 16]);
  expect(flowsOf(nested)).toContain('Main Application → Production Mongo: Production data');
  expect(JSON.stringify(nested.content)).toContain('"Store Type":"Non Relational Database"');
});
