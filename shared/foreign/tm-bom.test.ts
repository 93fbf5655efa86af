import { expect, test } from 'vitest';
import {
  countsOf,
  edgesOf,
  flowsOf,
  hasRealFiles,
  namesByKind,
  nodeNamed,
  nodesOf,
  readOne,
  realFile,
} from './testing/read-foreign-file.ts';

const model = {
  version: '1.0.1',
  scope: { title: 'Shop', description: 'Sells things', exposure: 'external' },
  trust_zones: [{ symbolic_name: 'inside', title: 'Inside' }],
  actors: [{ symbolic_name: 'ann', title: 'Ann', type: 'user' }],
  components: [
    { symbolic_name: 'web', title: 'Web\nserver', trust_zone: 'inside', repo_link: 'x' },
  ],
  data_stores: [{ symbolic_name: 'db', title: 'Orders', trust_zone: 'inside', vendor: 'ACME' }],
  data_sets: [
    {
      title: 'Keys',
      data_sensitivity: ['cred'],
      placements: [{ data_store: 'db', encrypted: true }],
    },
  ],
  data_flows: [
    {
      symbolic_name: 'f1',
      title: 'order',
      source: { type: 'actor', object: 'ann' },
      destination: { type: 'component', object: 'web' },
      encrypted: true,
    },
    {
      symbolic_name: 'f2',
      title: 'save',
      source: { object: 'web' },
      destination: { object: 'gone' },
    },
  ],
  threats: [
    {
      symbolic_name: 't1',
      title: 'One',
      components_affected: ['web'],
      weaknesses: [{ cwe_id: 20 }],
    },
    { symbolic_name: 't2', title: 'Two' },
    { symbolic_name: 't3', title: 'Three' },
  ],
  controls: [
    {
      symbolic_name: 'c1',
      title: 'Check input',
      threats: ['t1', 't2'],
      status: 'active',
      trust_boundary: { trust_zone_a: 'public', trust_zone_b: 'inside' },
    },
  ],
  risks: [{ title: 'Loss', threats: ['t1'], level: 'critical' }],
  assumptions: [{ description: 'All is well' }],
};

test('zones, actors, components, stores, and flows are drawn and laid out', () => {
  const read = readOne(JSON.stringify(model));
  expect(namesByKind(read)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['Ann'],
    noteNode: ['gone'],
    processNode: ['Web server'],
    trustBoundaryNode: ['Inside'],
  });
  expect(flowsOf(read)).toEqual(['Ann → Web server: order', 'Web server → ?: save']);
  expect(edgesOf(read)[0]?.data?.encrypted).toBe(true);
  expect(nodeNamed(read, 'Orders')?.data).toMatchObject({
    encryptedAtRest: true,
    holdsCredentials: true,
  });
  expect(nodeNamed(read, 'Orders')?.parentId).toBe(nodeNamed(read, 'Inside')?.id);
  expect(read.unplaced).toHaveLength(1);
  const positions = new Set(
    nodesOf(read).map(({ position, parentId }) => JSON.stringify([position, parentId])),
  );
  expect(positions.size).toBeGreaterThan(2);
  const stored = JSON.stringify(read.content);
  for (const text of ['ACME', 'All is well', 'external', 'CWE-20']) expect(stored).toContain(text);
});

test('a threat belongs to the element that it names, or to the zone that a control protects', () => {
  const read = readOne(JSON.stringify(model));
  const owners = read.content.components
    .filter(({ threats }) => threats.length > 0)
    .map(({ title, threats }) => [title, threats.map((threat) => threat.title)]);
  expect(owners).toEqual(
    expect.arrayContaining([
      ['Web server', ['One']],
      ['Inside', ['Two']],
      ['Whole model', ['Three']],
    ]),
  );
  const [one] = read.content.components.find(({ title }) => title === 'Web server')?.threats ?? [];
  expect(one?.priority).toBe('critical');
  expect(one?.mitigations).toMatchObject([{ title: 'Check input', status: 'done' }]);
});

test('records can have `id` and `name`, or only a title', () => {
  const read = readOne(
    JSON.stringify({
      scope: { title: 'Wallet' },
      trust_zones: [
        { id: 'tz_device', name: 'User device' },
        { id: 'tz_exchange', name: 'Exchange' },
      ],
      actors: [{ id: 'actor_user', type: 'human', name: 'End user' }],
      components: [{ title: 'Wallet GUI', trust_zone: 'tz_device', id: '' }, { description: '?' }],
      data_stores: [
        { id: 'store_file', name: 'Wallet file', trust_zone: 'tz_device', vendor: 'ACME' },
      ],
      data_flows: [
        { id: 'df_1', name: 'opens', source: 'actor_user', destination: 'Wallet GUI' },
        { id: 'df_2', source: 'Wallet GUI', destination: 'store_file' },
      ],
      threats: [{ id: 'T1', name: 'Theft', components_affected: ['store_file'] }],
      controls: [{ id: 'C1', name: 'Encrypt the file', threats: ['T1'], status: 'active' }],
    }),
  );
  expect(namesByKind(read)).toEqual({
    dataStoreNode: ['Wallet file'],
    externalEntityNode: ['End user'],
    processNode: ['', 'Wallet GUI'],
    trustBoundaryNode: ['Exchange', 'User device'],
  });
  const parents = ['End user', 'Exchange', '', 'Wallet GUI', 'Wallet file'].map(
    (name) => nodeNamed(read, name)?.parentId,
  );
  expect(parents).toEqual([undefined, undefined, undefined, 'tz_device', 'tz_device']);
  expect(flowsOf(read)).toEqual(['End user → Wallet GUI: opens', 'Wallet GUI → Wallet file: df_2']);
  const store = read.content.components.find(({ title }) => title === 'Wallet file');
  expect(store?.threats).toMatchObject([
    { title: 'Theft', mitigations: [{ title: 'Encrypt the file', status: 'done' }] },
  ]);
  expect(JSON.stringify(store?.kept)).toBe('{"raw":{"attributes":{"vendor":"ACME"}}}');
});

test('an actor and a component with the same name are distinguished by type', () => {
  const read = readOne(
    JSON.stringify({
      scope: { title: 'S' },
      actors: [{ symbolic_name: 'x', title: 'Person' }],
      components: [{ symbolic_name: 'x', title: 'Program' }],
      data_flows: [
        {
          symbolic_name: 'f',
          title: 'uses',
          source: { type: 'actor', object: 'x' },
          destination: { type: 'component', object: 'x' },
        },
      ],
    }),
  );
  expect(flowsOf(read)).toEqual(['Person → Program: uses']);
});

test('a threat and a flow find a component that has the ID of a zone', () => {
  const read = readOne(
    JSON.stringify({
      scope: { title: 'S' },
      trust_zones: [{ symbolic_name: 'runtime', title: 'Zone' }],
      components: [{ symbolic_name: 'runtime', title: 'Engine', trust_zone: 'runtime' }],
      data_stores: [{ symbolic_name: 'runtime', title: 'State', trust_zone: 'runtime' }],
      data_flows: [
        {
          symbolic_name: 'f',
          title: 'saves',
          source: { type: '#/$defs/component', object: 'runtime' },
          destination: { type: '#/$defs/data-store', object: 'runtime' },
        },
      ],
      threats: [{ symbolic_name: 't', title: 'Escape', components_affected: ['runtime'] }],
    }),
  );
  expect(flowsOf(read)).toEqual(['Engine → State: saves']);
  const owner = read.content.components.find(({ threats }) => threats.length > 0);
  expect(owner?.title).toBe('Engine');
});

test('both descriptions, objects, and unknown threats of a control are kept', () => {
  const { content } = readOne(
    JSON.stringify({
      ...model,
      description: 'A shop for everybody',
      extensions: { hierarchy: { inside: 1 } },
      threats: [{ symbolic_name: 't1', title: 'One', attack_mechanisms: { capec_id: 63 } }],
      controls: [{ symbolic_name: 'c1', title: 'Check input', threats: ['t1', 'gone'] }],
    }),
  );
  expect(content.description).toBe('A shop for everybody\n\nSells things');
  expect(content.kept).toMatchObject({
    project: { raw: { attributes: { extensions: { hierarchy: { inside: 1 } } } } },
  });
  const [threat] = content.components.flatMap(({ threats }) => threats);
  expect(threat?.references).toEqual(['CAPEC-63']);
  expect(threat?.mitigations[0]?.kept).toEqual({ raw: { attributes: { threats: ['gone'] } } });
});

test('unknown zones, and controls without a threat, are kept and reported', () => {
  const controls = [
    { symbolic_name: 'c1', title: 'Lock doors', threats: [] },
    { symbolic_name: 'c2', title: 'Log in', threats: ['t2'] },
    { symbolic_name: 'c3', title: 'Guard', threats: ['t', 't2'], status: 'wont_do' },
  ];
  const read = readOne(
    JSON.stringify({
      scope: { title: 'S' },
      trust_zones: [{ symbolic_name: 'inside', title: 'Inside' }],
      components: [{ symbolic_name: 'web', title: 'Web', trust_zone: 'insde' }],
      threats: [{ symbolic_name: 't', title: 'Escape' }],
      controls,
    }),
  );
  const repairs = JSON.stringify(read.report.repairs);
  for (const name of ['insde', 'Lock doors', 'Log in']) expect(repairs).toContain(name);
  expect(repairs).not.toContain('Guard');
  const stored = JSON.stringify(read.content);
  for (const name of ['insde', 'Lock doors', 'Log in']) expect(stored).toContain(name);
  const [threat] = read.content.components.flatMap(({ threats }) => threats);
  expect(threat?.mitigations).toMatchObject([{ title: 'Guard', status: 'never' }]);
});

test.runIf(hasRealFiles)('the real file has every element', () => {
  const read = readOne(realFile('huskyai.tmbom.json'));
  expect(countsOf(read)).toEqual([1, 17, 2, 23, 9]);
  expect(read.content.title).toBe('Husky AI');
  expect(read.report.repairs).toEqual([]);
});
