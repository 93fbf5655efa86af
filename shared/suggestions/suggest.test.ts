import { expect, test } from 'vitest';
import { ruleSet } from './default-rules.ts';
import { dismissedKey } from './dismissed.ts';
import type { KnownThreat } from './drawn-system.ts';
import { suggest } from './suggest.ts';
import { systemOf } from './system-of.ts';
import { readExample } from './testing/read-example.ts';
import { suggestFor } from './testing/suggest-for.ts';

const login = [
  'boundary Internet {trustLevel=10}',
  'boundary DMZ {trustLevel=40}',
  'entity Browser in Internet',
  'process Web app in DMZ',
];

const becauseOf = (lines: string[], threat: string): string | undefined =>
  suggestFor(lines).find((each) => each.threat.id === threat)?.because;

test('a suggestion gives the reason in this drawing in one sentence', () => {
  const lines = [...login, 'Browser -> Web app: Login {holdsCredentials, !encrypted}'];
  expect(becauseOf(lines, 'flow-credentials-exposed')).toBe(
    'Login carries credentials and isn’t encrypted.',
  );
  const read = [...login, 'Browser -> Web app: Pages {!encrypted}'];
  expect(becauseOf(read, 'crossing-unencrypted')).toBe(
    'Pages crosses Internet → DMZ and isn’t encrypted.',
  );
});

test('unknown does not mean unprotected', () => {
  const unknown = suggestFor([...login, 'Browser -> Web app: Login {holdsCredentials}']);
  const found = unknown.find(({ threat }) => threat.id === 'flow-credentials-exposed');
  expect(found?.priority).toBe('high');
  expect(found?.because).toContain('doesn’t say whether it’s encrypted');
});

test('a protected flow has no suggestions', () => {
  const lines = [...login, 'Browser -> Web app: Pages {encrypted, authenticated}'];
  expect(suggestFor(lines).filter(({ element }) => element.kind === 'flow')).toEqual([]);
});

test('elements out of scope have no suggestions', () => {
  const lines = ['process A {outOfScope}', 'process B', 'A -> B: Call'];
  expect(suggestFor(lines).map(({ element }) => element.name)).not.toContain('A');
});

const known = (threat: Partial<KnownThreat>): KnownThreat => ({
  title: 'Another one',
  status: 'open',
  priority: 'high',
  categories: [],
  references: [],
  mitigations: [],
  dueDate: null,
  ...threat,
});

const callers = ['process A', 'process B {componentId=b}', 'A -> B: Call'];
const threatsOn = (threats: KnownThreat[]): string[] =>
  suggestFor(callers, { threats: { b: threats } }).map(({ threat }) => threat.id);

test('a threat that the element has is not suggested again', () => {
  expect(threatsOn([])).toContain('process-caller-spoofed');
  const { title = '', references = [] } = ruleSet().threats.get('process-caller-spoofed') ?? {};
  expect(threatsOn([known({ title: title.toUpperCase() })])).not.toContain(
    'process-caller-spoofed',
  );
  const imported = known({ categories: ['spoofing'], references: references.slice(0, 1) });
  expect(threatsOn([imported])).not.toContain('process-caller-spoofed');
  expect(threatsOn([known({ categories: ['Spoofing'] })])).toContain('process-caller-spoofed');
  const other = known({ categories: ['Tampering'], references });
  expect(threatsOn([other])).toContain('process-caller-spoofed');
});

test('a dismissed suggestion does not return', () => {
  const document = readExample(callers);
  const suggested = (): string[] =>
    suggest(
      systemOf(
        { canvases: [{ id: 'c', document }], types: new Map(), threats: new Map() },
        ruleSet().vocabulary,
      ),
      ruleSet(),
    ).map(({ threat }) => threat.id);
  expect(suggested()).toContain('process-caller-spoofed');
  const node = document.nodes.find(({ data }) => data.label === 'B');
  if (node) node.data[dismissedKey('process-caller-spoofed')] = { reason: 'Same host', at: '' };
  expect(suggested()).not.toContain('process-caller-spoofed');
});

test('a component that is drawn twice has its suggestions once', () => {
  const [document, other] = [readExample(callers), readExample(callers)];
  const found = suggest(
    systemOf(
      {
        canvases: [
          { id: 'c', document },
          { id: 'd', document: other },
        ],
        types: new Map(),
        threats: new Map(),
      },
      ruleSet().vocabulary,
    ),
    ruleSet(),
  );
  const keys = found.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(found.find(({ element }) => element.name === 'B')?.drawn).toHaveLength(2);
});

test('an attribute is found by its alias, and by the longest words that match', () => {
  expect(
    becauseOf(
      ['process Jobs', 'store Photos {#S3, dataClassification=secret}', 'Jobs -> Photos: Photo'],
      'store-data-destroyed',
    ),
  ).toContain('has the attribute “Object storage”');
  const phone = suggestFor(['entity Mobile client', 'process API', 'Mobile client -> API: Call']);
  expect(phone.map(({ threat }) => threat.id)).not.toContain('entity-phished');
});
