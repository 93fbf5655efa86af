import { expect, test } from 'vitest';
import { securityOf } from '../canvas/security-properties.ts';
import type { ModelContent } from './content.ts';
import { fieldsOf } from './fields.ts';
import { readOtm } from './read-otm.ts';
import { stringifyOtm, writeOtm } from './write-otm.ts';

const box = { representation: 'd', position: { x: 0, y: 0 }, size: { width: 100, height: 60 } };

const file = {
  otmVersion: '0.2.0',
  project: { id: 'p', name: 'Shop' },
  representations: [{ id: 'd', name: 'Main', type: 'diagram' }],
  trustZones: [
    {
      id: 'dmz',
      name: 'DMZ',
      risk: { trustRating: 50 },
      representations: [{ ...box, id: 'dmz-box' }],
    },
    {
      id: 'odd',
      name: 'Odd',
      risk: { trustRating: -1, note: 'own' },
      representations: [{ ...box, id: 'odd-box' }],
    },
  ],
  components: [
    {
      id: 'db',
      name: 'Orders',
      type: 'database',
      parent: { trustZone: 'dmz' },
      attributes: { Encrypted: 'Yes', 'Stores Credentials': 'No', technology: 'PostgreSQL' },
      representations: [{ ...box, id: 'db-box' }],
    },
    {
      id: 'web',
      name: 'Web',
      type: 'web-service',
      parent: { trustZone: 'dmz' },
      properties: { 'Web API Technologies': 'Select', isPrivileged: true, internet: 'maybe' },
      representations: [{ ...box, id: 'web-box' }],
    },
  ],
  dataflows: [
    {
      id: 'f',
      name: 'reads',
      source: 'web',
      destination: 'db',
      attributes: { protocol: 'SQL', is_encrypted: false, classification: 'Restricted' },
    },
  ],
};

const read = (content: unknown): ModelContent => {
  const result = readOtm(new TextEncoder().encode(JSON.stringify(content)));
  if (!result.ok || !result.models[0]) throw new Error('The file cannot be read');
  return result.models[0].content;
};

const elementNamed = (content: ModelContent, name: string) => {
  const drawing = content.canvases[0]?.data ?? { nodes: [], edges: [] };
  const found = [...drawing.nodes, ...drawing.edges].find(({ data }) => data?.label === name);
  if (!found) throw new Error(`${name} is not drawn`);
  return found;
};

const written = (content: ModelContent): ReturnType<typeof fieldsOf> =>
  fieldsOf(JSON.parse(stringifyOtm(writeOtm(content, { dialect: 'strict' }))));

test('unambiguous words of other tools become properties, and others are preserved', () => {
  const content = read(file);
  const known = (name: string) => securityOf(elementNamed(content, name).data);
  expect(known('DMZ')).toEqual({ trustLevel: 50 });
  expect(known('Odd')).toEqual({});
  expect(known('Orders')).toEqual({
    technology: 'PostgreSQL',
    holdsCredentials: false,
    encryptedAtRest: true,
  });
  expect(known('Web')).toEqual({ privileged: true });
  expect(known('reads')).toEqual({
    protocol: 'SQL',
    encrypted: false,
    dataClassification: 'Restricted',
  });
});

test('an edited property replaces the words of the file, and other words are preserved', () => {
  const content = read(file);
  Object.assign(elementNamed(content, 'Orders').data ?? {}, { encryptedAtRest: false });
  Object.assign(elementNamed(content, 'DMZ').data ?? {}, { trustLevel: 70 });
  Object.assign(elementNamed(content, 'Web').data ?? {}, { multiTenant: true });
  const document = written(content);

  expect(document).toMatchObject({
    trustZones: [
      { id: 'dmz', risk: { trustRating: 70 } },
      { id: 'odd', risk: { trustRating: -1, note: 'own' } },
    ],
    components: [
      { id: 'db', attributes: { 'Stores Credentials': 'No', technology: 'PostgreSQL' } },
      { id: 'web', attributes: { parapet: { keys: { properties: { isPrivileged: true } } } } },
    ],
  });
  expect(JSON.stringify(document)).not.toContain('"Encrypted"');
  const again = read(document);
  for (const name of ['Orders', 'DMZ', 'Odd', 'Web', 'reads']) {
    expect(securityOf(elementNamed(again, name).data)).toEqual(
      securityOf(elementNamed(content, name).data),
    );
  }
});

test('a boundary without a trust level has none after a round trip', () => {
  const content = read(file);
  Reflect.deleteProperty(elementNamed(content, 'DMZ').data ?? {}, 'trustLevel');
  const document = written(content);
  expect(document).toMatchObject({ trustZones: [{ risk: { trustRating: 50 } }, {}] });
  expect(securityOf(elementNamed(read(document), 'DMZ').data)).toEqual({});
});
