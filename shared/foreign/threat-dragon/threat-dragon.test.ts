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

const modelOf = (cells: unknown[], more = {}): string =>
  JSON.stringify({
    version: '2.0.0',
    summary: { title: 'Shop', owner: 'Ann', description: 'Sells things', id: 0 },
    detail: {
      contributors: [{ name: 'Bob' }],
      diagrams: [{ id: 0, title: 'Overview', diagramType: 'STRIDE', cells, ...more }],
      reviewer: 'Carol',
    },
  });

const cell = (shape: string, id: string, x: number, data: object = {}) => ({
  shape,
  id,
  position: { x, y: 100 },
  size: { width: 100, height: 60 },
  data: { name: id, ...data },
});

const flow = (id: string, source: object, target: object, data: object = {}) => ({
  shape: 'flow',
  id,
  source,
  target,
  vertices: [{ x: 1, y: 2 }],
  data: { type: 'tm.Flow', name: id, ...data },
});

test('cells of version 2 become elements, boundaries, notes, and flows', () => {
  const model = readOne(
    modelOf([
      cell('actor', 'User', 0, { type: 'tm.Actor' }),
      cell('process', 'Web', 200, { type: 'tm.Process', privilegeLevel: 'root' }),
      cell('store', 'Orders', 400, { storesCredentials: true, isEncrypted: true }),
      cell('td-text-block', 'A remark', 0, { type: 'tm.Text' }),
      {
        ...cell('trust-boundary-box', 'Inside', 150, { type: 'tm.BoundaryBox' }),
        position: { x: 150, y: 50 },
        size: { width: 400, height: 200 },
      },
      {
        shape: 'trust-boundary-curve',
        id: 'curve',
        source: { x: 120, y: 0 },
        target: { x: 120, y: 300 },
        vertices: [{ x: 140, y: 150 }],
        data: { type: 'tm.Boundary', name: 'Internet' },
      },
      flow('order', { cell: 'User', port: 'p' }, { cell: 'Web' }, { isBidirectional: true }),
      flow('save', { cell: 'Web' }, { cell: 'Orders' }, { isEncrypted: true, protocol: 'TLS' }),
    ]),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['User'],
    noteNode: ['A remark'],
    processNode: ['Web'],
    trustBoundaryNode: ['Inside', 'Internet'],
  });
  expect(flowsOf(model)).toEqual(['User ↔ Web: order', 'Web → Orders: save']);
  expect(countsOf(model)).toEqual([1, 3, 2, 2, 0]);
  expect(nodeNamed(model, 'Web')?.parentId).toBe(nodeNamed(model, 'Inside')?.id);
  expect(nodeNamed(model, 'User')?.parentId).toBeUndefined();
  expect(nodeNamed(model, 'Orders')?.data).toMatchObject({
    holdsCredentials: true,
    encryptedAtRest: true,
  });
  expect(edgesOf(model)[1]?.data).toMatchObject({ encrypted: true, protocol: 'TLS' });
  expect(edgesOf(model)[1]?.data?.['bends']).toEqual([{ x: 1, y: 2 }]);
  expect(model.content).toMatchObject({ title: 'Shop', description: 'Sells things' });
});

test('a threat keeps its status, severity, type, mitigation, and unknown values', () => {
  const threats = [
    {
      id: 't1',
      title: 'Spoofed user',
      type: 'Spoofing',
      status: 'Mitigated',
      severity: 'Critical',
      description: 'Somebody else logs in.',
      mitigation: 'Use a second factor.',
      modelType: 'STRIDE',
      number: 7,
      score: '9.1',
    },
    { id: 't2', title: 'Other', type: 'Tampering', status: 'NotApplicable', severity: 'Low' },
    { title: 'Third', status: 'Open', severity: 'TBD' },
    { title: 'Fourth', status: 'Open', severity: 'Medium' },
  ];
  const model = readOne(modelOf([cell('actor', 'User', 0, { threats })]));
  const [first, second, third, fourth] = model.content.components[0]?.threats ?? [];
  expect(first).toMatchObject({
    id: 't1',
    title: 'Spoofed user',
    status: 'mitigated',
    priority: 'critical',
    description: 'Somebody else logs in.',
  });
  expect(first?.mitigations[0]).toMatchObject({ title: 'Use a second factor.', status: 'done' });
  expect(JSON.stringify(first)).toContain('"score":"9.1"');
  expect(first?.categories).toEqual(['Spoofing']);
  expect(second).toMatchObject({ status: 'not_applicable', priority: 'low' });
  expect(third).toMatchObject({ status: 'open', priority: 'medium' });
  expect(JSON.stringify(third)).toContain('"severity":"TBD"');
  expect(JSON.stringify(fourth)).not.toContain('severity');
});

test('a status that Parapet does not have is kept as an attribute', () => {
  const statuses = ['Accepted', 'Transferred', 'Avoided', 'Eliminated', 'N/A', 'Deferred'];
  const threats = statuses.map((status) => ({ title: status, status }));
  const model = readOne(modelOf([cell('actor', 'User', 0, { threats })]));
  const read = model.content.components[0]?.threats ?? [];
  expect(read.map(({ status, kept }) => [status, kept.raw])).toEqual([
    ['accepted', undefined],
    ['transferred', undefined],
    ['not_applicable', { attributes: { status: 'Avoided' } }],
    ['not_applicable', { attributes: { status: 'Eliminated' } }],
    ['not_applicable', undefined],
    ['open', { attributes: { status: 'Deferred' } }],
  ]);
});

test('texts that Threat Dragon fills in for a new threat are left out', () => {
  const filledIn = (description: string, mitigation: string) => ({
    title: 'New STRIDE threat',
    status: 'Mitigated',
    description,
    mitigation,
  });
  const threats = [
    filledIn(
      'Provide a description for this threat',
      'Provide remediation for this threat or a reason if status is N/A',
    ),
    filledIn(
      'Introduzca una descripción para esta amenaza',
      'Introduzca la mitigación o prevención para esta amenaza',
    ),
    filledIn(
      'Anna kuvaus tälle uhkalle',
      'Anna uhkalle hallintakeino tai perustele miksi ei ole sovellettavissa (N/A)',
    ),
    filledIn('A generic spoofing threat', 'Mitigation or prevention for the threat'),
  ];
  const model = readOne(modelOf([cell('actor', 'User', 0, { threats })]));
  const read = model.content.components[0]?.threats ?? [];
  expect(read.map(({ description }) => description)).toEqual([
    '',
    '',
    '',
    'A generic spoofing threat',
  ]);
  expect(read.flatMap(({ mitigations }) => mitigations)).toEqual([]);
});

test('a cell that a diagram has in the form of both versions is read once', () => {
  const web = cell('process', 'Web', 0);
  const [one, other] = [
    { type: 'tm.Process', id: 'Web', attrs: { text: { text: 'Web' } } },
    { type: 'tm.Store', id: 'Orders', attrs: { text: { text: 'Orders' } } },
  ];
  const model = readOne(modelOf([web], { diagramJson: { cells: [one, other] } }));
  expect(namesByKind(model)).toEqual({ dataStoreNode: ['Orders'], processNode: ['Web'] });
});

test('unknown fields of every part are kept as attributes', () => {
  const threat = { title: 'T', status: 'Open', scoring: { likelihood: 3 } };
  const metadata = { ipAddress: '10.0.0.1' };
  const text = modelOf([cell('process', 'Web', 0, { metadata, threats: [threat] })], {
    placeholder: 'What the shop does',
    reviewedOn: 'May 1',
  });
  const more = { release_version: '1.4', detail: { contributors: ['Dan'] } };
  const document = { ...JSON.parse(text), release_version: more.release_version };
  document.detail.contributors.push(...more.detail.contributors);
  const { content } = readOne(JSON.stringify(document));
  const attributesOf = (kept: { raw?: { attributes?: unknown } }) => kept.raw?.attributes;
  expect(content.kept).toMatchObject({
    project: { raw: { attributes: { release_version: '1.4', contributors: ['Bob', 'Dan'] } } },
  });
  expect(attributesOf(content.canvases[0]?.kept ?? {})).toEqual({
    diagramType: 'STRIDE',
    placeholder: 'What the shop does',
    reviewedOn: 'May 1',
  });
  expect(attributesOf(content.components[0]?.kept ?? {})).toEqual({ metadata });
  expect(attributesOf(content.components[0]?.threats[0]?.kept ?? {})).toEqual({
    scoring: { likelihood: 3 },
  });
});

test('a name and a description can be beside the data, or in the header of a box', () => {
  const model = readOne(
    modelOf([
      {
        shape: 'process',
        id: 'p',
        name: 'Web',
        description: 'Sells',
        data: { type: 'tm.Process' },
      },
      { shape: 'trust-boundary-box', id: 'b', attrs: { headerText: { text: 'Cloud' } }, data: {} },
    ]),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['Web'], trustBoundaryNode: ['Cloud'] });
  expect(model.content.components[0]).toMatchObject({ title: 'Web', description: 'Sells' });
});

test('keys with which version 1 marks what it shows are left out', () => {
  const mark = { $$hashKey: 'object:226' };
  const threats = [{ ...mark, title: 'Log files', status: 'Not Applicable', ruleId: 'r1' }];
  const web = { ...mark, type: 'tm.Process', id: 'w', attrs: { text: { text: 'Web' } }, threats };
  const { content } = readOne(modelOf([], { ...mark, diagramJson: { cells: [web] } }));
  expect(JSON.stringify(content)).not.toContain('hashKey');
  expect(content.components[0]?.threats).toMatchObject([
    { status: 'not_applicable', kept: { raw: { attributes: { ruleId: 'r1' } } } },
  ]);
});

test('a note keeps its description, and its threats belong to the whole model', () => {
  const threats = [{ title: 'Unclear', status: 'Open' }];
  const model = readOne(
    modelOf([cell('td-text-block', 'Remark', 0, { description: 'Ask Carol', threats })]),
  );
  expect(namesByKind(model)).toEqual({ noteNode: ['Remark\n\nAsk Carol'] });
  expect(model.content.components.map(({ title, threats: own }) => [title, own[0]?.title])).toEqual(
    [['Whole model', 'Unclear']],
  );
});

test('a type in two languages becomes the known category', () => {
  const types = [
    'Denial of service / Denegación de servicio',
    'Spoofing / Spoofing',
    'Safety / Security',
  ];
  const threats = types.map((type) => ({ title: type, status: 'Open', type }));
  const model = readOne(modelOf([cell('actor', 'User', 0, { threats })]));
  const read = model.content.components[0]?.threats ?? [];
  expect(read.map(({ categories }) => categories)).toEqual([
    ['Denial of service'],
    ['Spoofing'],
    ['Safety / Security'],
  ]);
  expect(JSON.stringify(read[0]?.kept)).toContain('Denegación de servicio');
});

test('a boundary that extends a little beyond another one belongs to it', () => {
  const box = (name: string, y: number, size: object) => ({
    ...cell('trust-boundary-box', name, 600, { type: 'tm.BoundaryBox' }),
    position: { x: 600, y },
    size,
  });
  const model = readOne(
    modelOf([
      box('Cloud', 264, { width: 750, height: 540 }),
      box('Machine', 336, { width: 750, height: 469 }),
      box('Network', 470, { width: 310, height: 290 }),
      box('Office', 1000, { width: 200, height: 200 }),
      box('Copy of the office', 1010, { width: 200, height: 200 }),
      box('Basement', 1180, { width: 150, height: 100 }),
    ]),
  );
  const parentOf = (name: string) => nodeNamed(model, name)?.parentId;
  expect(parentOf('Machine')).toBe(nodeNamed(model, 'Cloud')?.id);
  expect(parentOf('Network')).toBe(nodeNamed(model, 'Machine')?.id);
  const others = ['Cloud', 'Office', 'Copy of the office', 'Basement'];
  expect(others.map(parentOf)).toEqual(others.map(() => undefined));
});

test('threats beside the data of a cell are read', () => {
  const threats = [{ id: 't1', title: 'Spoofed user', status: 'Open' }];
  const model = readOne(modelOf([{ ...cell('actor', 'User', 0, { threats: [] }), threats }]));
  expect(model.content.components[0]?.threats).toMatchObject([{ id: 't1', title: 'Spoofed user' }]);
  const inside = [threats[0], { id: 't2', title: 'Lost log', status: 'Open' }];
  const another = { id: 't4', title: 'Lost log', status: 'Open', description: 'On a full disk' };
  const outside = [...threats, { id: 't3', title: 'Flood', status: 'Open' }, another];
  const both = { ...cell('actor', 'User', 0, { threats: inside }), threats: outside };
  const read = readOne(modelOf([both])).content.components[0]?.threats ?? [];
  expect(read.map(({ title }) => title)).toEqual(['Spoofed user', 'Lost log', 'Flood', 'Lost log']);
});

test('a threat can be only a title, and threats of no readable cell belong to the whole model', () => {
  const threat = (title: string) => ({ title, status: 'Open' });
  const text = modelOf(
    [
      cell('process', 'Web', 0, { threats: ['T001', '', null] }),
      { name: 'Cloud', threats: [threat('Unreadable')] },
    ],
    { threats: [threat('Diagram')] },
  );
  const document = { ...JSON.parse(text), threats: [threat('Model')] };
  document.detail.threats = [threat('Detail')];
  const model = readOne(JSON.stringify(document));
  expect(countsOf(model)).toEqual([1, 1, 0, 0, 5]);
  const owners = model.content.components.map(({ title, threats }) => [
    title,
    threats.map((each) => each.title),
  ]);
  expect(owners).toEqual([
    ['Web', ['T001']],
    ['Whole model', ['Model', 'Detail', 'Diagram', 'Unreadable']],
  ]);
  expect(model.leftOut?.map(({ place }) => place)).toEqual(['Overview › Cloud']);
});

test('agents and tools are processes, and an edge without data is a flow', () => {
  const model = readOne(
    modelOf([
      cell('agent', 'Planner', 0, { type: 'tm.Agent' }),
      cell('agent-tool', 'Search', 200, { type: 'tm.Tool' }),
      { shape: 'edge', id: 'e', source: { cell: 'Planner' }, target: { cell: 'Search' } },
    ]),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['Planner', 'Search'] });
  expect(flowsOf(model)).toEqual(['Planner → Search']);
  expect(model.leftOut).toEqual([]);
});

test('cells of other programs are read: their types, links, and ends that are only an ID', () => {
  const model = readOne(
    modelOf([
      { type: 'tm.External', id: 'tester', name: 'Tester' },
      { type: 'tm.Process', id: 'web', name: 'Web' },
      { type: 'tm.Datastore', id: 'db', name: 'Orders' },
      { type: 'tm.Flow', name: 'asks', source: 'tester', target: 'web' },
      { type: 'link', id: 'l', source: { id: 'web' }, target: { id: 'db' }, labels: ['saves'] },
    ]),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['Tester'],
    processNode: ['Web'],
  });
  expect(flowsOf(model)).toEqual(['Tester → Web: asks', 'Web → Orders: saves']);
  expect(model.report.repairs).toEqual([]);
  expect(model.leftOut).toEqual([]);
});

test('a curve is a boundary for any type, and its ends can be attached to cells', () => {
  const curve = (id: string, source: object, target: object, type: string) => ({
    shape: 'trust-boundary-curve',
    id,
    source,
    target,
    data: { type, name: id },
  });
  const model = readOne(
    modelOf([
      cell('actor', 'User', 0),
      cell('process', 'Web', 300),
      curve('loose', { x: 600, y: 20 }, { x: 700, y: 300 }, 'tm.Flow'),
      curve('attached', { cell: 'User' }, { cell: 'Web', port: 'p' }, 'tm.Boundary'),
    ]),
  );
  expect(namesByKind(model)['trustBoundaryNode']).toEqual(['attached', 'loose']);
  expect(flowsOf(model)).toEqual([]);
  expect(nodeNamed(model, 'attached')).toMatchObject({ position: { x: 50, y: 110 }, width: 300 });
});

test('an element out of scope keeps its reason', () => {
  const data = { outOfScope: true, reasonOutOfScope: 'Bought from a supplier' };
  const model = readOne(modelOf([cell('process', 'Mail', 0, data)]));
  expect(nodeNamed(model, 'Mail')?.data.outOfScope).toBe(true);
  expect(JSON.stringify(model.content.components)).toContain('Bought from a supplier');
});

test('a flow with a loose end stays visible, and the report says so', () => {
  const model = readOne(
    modelOf([cell('actor', 'User', 0), flow('lost', { cell: 'User' }, { x: 300, y: 40 })]),
  );
  expect(flowsOf(model)).toEqual(['User → ?: lost']);
  expect(countsOf(model)).toEqual([1, 1, 0, 1, 0]);
  expect(model.report.repairs.map(({ message }) => message)).toEqual([
    expect.stringContaining('lost'),
  ]);
});

test('cells of an unknown shape and broken cells are reported', () => {
  const odd = [null, 5, cell('cloud', 'Internet', 0), cell('process', 'Web', 0)];
  const model = readOne(modelOf(odd));
  expect(countsOf(model)).toEqual([1, 1, 0, 0, 0]);
  expect(model.leftOut?.map(({ place }) => place)).toEqual([
    'Overview › cells[0]',
    'Overview › cells[1]',
    'Overview › Internet',
  ]);
  expect(model.leftOut?.map(({ message }) => message)).toEqual([
    'unreadable: not imported',
    'unreadable: not imported',
    'unknown shape cloud: not imported',
  ]);
});

test('cells with the same ID and without an ID stay apart', () => {
  const model = readOne(
    modelOf([cell('process', 'A', 0), cell('process', 'A', 200), { ...cell('store', '', 400) }]),
  );
  expect(new Set(model.content.components.map(({ id }) => id)).size).toBe(3);
});

test('a template is imported like its model, and facts about the template are kept', () => {
  const template = (model: unknown) =>
    JSON.stringify({ templateMetadata: { name: 'Web shop', tags: ['web'] }, model });
  const read = readOne(template(JSON.parse(modelOf([cell('process', 'Web', 0)]))));
  expect(read.content.title).toBe('Shop');
  expect(namesByKind(read)).toEqual({ processNode: ['Web'] });
  expect(read.content.kept).toMatchObject({
    project: { raw: { attributes: { templateMetadata: { name: 'Web shop', tags: ['web'] } } } },
  });
  expect(refusalOf(template({ summary: { title: 'Shop' } }))).toContain('OTM');
});

test('a model without elements is imported, one without diagrams is refused', () => {
  expect(countsOf(readOne(modelOf([])))).toEqual([1, 0, 0, 0, 0]);
  const none = JSON.stringify({ summary: { title: 'New' }, detail: { diagrams: [] } });
  expect(refusalOf(none)).toContain('no elements');
});

test.runIf(hasRealFiles)('the demo models of both versions have every element', () => {
  const v1 = readOne(realFile('threat-dragon-v1-demo.json'));
  expect(countsOf(v1)).toEqual([1, 7, 4, 10, 14]);
  expect(v1.report.repairs).toEqual([]);
  const v2 = readOne(realFile('threat-dragon-v2-three-tier-web-app.json'));
  expect(countsOf(v2)).toEqual([1, 3, 2, 3, 2]);
  expect(v2.report.repairs).toEqual([]);
});
