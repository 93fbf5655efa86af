import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CodexKind } from '../codex/codex-entry.ts';
import { nameOf } from '../library/entry-names.ts';
import { libraryEntries } from '../library/library-entries.ts';
import { libraryIn } from '../library/library-titles.ts';
import { speak } from '../locales/texts.ts';
import { ruleSet, ruleSetIn } from './default-rules.ts';
import type { KnownThreat } from './drawn-system.ts';
import { withOwnEntries, type ListedEntry, type OwnCodex } from './own-entries.ts';
import { ownRule } from './own-rule.ts';
import { suggest, type RuleSet } from './suggest.ts';
import { systemOf } from './system-of.ts';
import { readExample } from './testing/read-example.ts';
import { threatTemplates } from './threat-templates.ts';
import { withOwnRules } from './with-own-rules.ts';

const injection = {
  en: 'Input becomes part of a SQL statement',
  de: 'SQL-Injection durch Eingaben in SQL-Anweisungen',
  ja: 'SQL インジェクション',
} as const;
type Tag = keyof typeof injection;

const lines = [
  'entity Till',
  'process Booking in Shop',
  'store Database in Shop',
  'Till -> Booking: Sale',
  'Booking -> Database: Query',
];

const found = (rules: RuleSet, drawn: readonly string[] = lines, known: KnownThreat[] = []) => {
  const document = readExample(drawn);
  const threats = new Map(document.nodes.map(({ id }) => [id, known]));
  for (const node of document.nodes) node.data = { ...node.data, componentId: node.id };
  return suggest(
    systemOf({ canvases: [{ id: 'c', document }], types: new Map(), threats }, rules.vocabulary),
    rules,
  );
};

const titles = (...given: Parameters<typeof found>): string[] =>
  found(...given).map(({ threat }) => threat.title);

const named = (title: string): KnownThreat => ({
  title,
  status: 'open',
  priority: 'high',
  categories: [],
  references: [],
  mitigations: [],
  dueDate: null,
});

/** Returns the entries of the default library in a language, as a service lists them. */
const codexIn = async (tag: string): Promise<OwnCodex> => {
  const entries = libraryEntries(await libraryIn(tag));
  const listed = (kind: CodexKind): ListedEntry[] =>
    entries.flatMap(({ kind: each, entry: { title, description, priority } }) =>
      each === kind ? [{ title, description, priority: kind === 'threats' ? priority : null }] : [],
    );
  return {
    attributes: listed('attributes'),
    threats: listed('threats'),
    mitigations: listed('mitigations'),
  };
};

const rulesFor = async (app: Tag, codex: Tag): Promise<RuleSet> =>
  withOwnEntries(await ruleSetIn(app), await codexIn(codex), libraryEntries(await libraryIn(app)));

describe('suggestions and the language of the default library', () => {
  test('have the titles of the language, and are otherwise the same', async () => {
    const english = found(ruleSet());
    expect(found(await ruleSetIn('en')).map(({ key }) => key)).toEqual(
      english.map(({ key }) => key),
    );
    const german = found(await ruleSetIn('de'));
    expect(german.map(({ key, rule }) => [key, rule])).toEqual(
      english.map(({ key, rule }) => [key, rule]),
    );
    expect(german.map(({ threat }) => threat.title)).toContain(injection.de);
    expect(german.flatMap(({ mitigations }) => mitigations.map(({ title }) => title))).toContain(
      'Parametrisierte Abfragen',
    );
  });

  test.each([
    ['de', 'en'],
    ['de', 'de'],
    ['en', 'de'],
    ['en', 'ja'],
    ['ja', 'de'],
  ] as const)('an app in %s leaves out a threat that was added in %s', async (app, added) => {
    const rules = await ruleSetIn(app);
    const before = titles(rules);
    expect(before).toContain(injection[app]);
    expect(titles(rules, lines, [named(injection[added])])).toEqual(
      before.filter((title) => title !== injection[app]),
    );
  });

  test.each([
    ['en', 'de'],
    ['de', 'en'],
    ['ja', 'ja'],
  ] as const)('an app in %s uses only the titles of a codex in %s', async (app, codex) => {
    const rules = await rulesFor(app, codex);
    const { threats, attributes } = await ruleSetIn(codex);
    const namesOf = (entries: Iterable<{ title: string }>): string[] =>
      [...entries].map(({ title }) => nameOf(title));
    expect(namesOf(rules.threats.values())).toEqual(namesOf(threats.values()));
    expect(namesOf(rules.attributes)).toEqual(namesOf(attributes));
    expect(rules.rules).toEqual((await ruleSetIn(app)).rules);
    expect([...rules.threats.values()].map(({ description }) => description)).toEqual(
      [...threats.values()].map(({ description }) => description),
    );
  });

  test('own descriptions apply to an entry in another language', async () => {
    const codex = await codexIn('de');
    const own = { title: injection.de, description: 'Unsere Worte', priority: 'low' };
    const rules = withOwnEntries(
      await ruleSetIn('en'),
      { ...codex, threats: [own] },
      libraryEntries(),
    );
    const suggestion = found(rules).find(({ threat }) => threat.title === injection.de);
    expect(suggestion).toMatchObject({ threat: { description: 'Unsere Worte' }, priority: 'low' });
  });

  test('an own rule with a title in another language is the same threat', async () => {
    const rule = ownRule.parse({
      id: 'ours',
      title: 'Ours',
      when: { kind: 'process' },
      threat: { title: injection.de, priority: 'low' },
    });
    const rules = withOwnRules(await ruleSetIn('en'), { rules: [rule], disabledRules: [] });
    const own = found(rules).filter(({ threat }) => threat.id === 'web-sql-injection');
    expect(own.map(({ rule: by }) => by)).toEqual(['own-ours']);
  });

  test('attributes are found by their titles in any language', async () => {
    const storing = (name: string): string[] => [
      'process API',
      `store Ablage {#${name}}`,
      'API -> Ablage: Files',
    ];
    const rules = await ruleSetIn('en');
    const english = titles(rules, storing('Object storage'));
    expect(english).toContain('A bucket is open to everyone');
    expect(titles(rules, storing('Objektspeicher'))).toEqual(english);
    expect(titles(rules, storing('オブジェクトストレージ'))).toEqual(english);
  });
});

describe('threats to choose from', () => {
  test('are listed once, with the titles of the codex', async () => {
    const { threats, mitigations } = await codexIn('de');
    const codex = { threats: threats.map((each, at) => ({ ...each, id: `${at}` })), mitigations };
    const library = await libraryIn('en');
    const offered = threatTemplates(codex, library);
    expect(offered.map(({ title }) => title).toSorted()).toEqual(
      threats.map(({ title }) => title).toSorted(),
    );
    expect(
      offered.every(({ entryId, categories }) => entryId === null && categories.length > 0),
    ).toBe(true);
    expect(offered.find(({ title }) => title === injection.de)?.mitigations[0]?.title).toBe(
      'Parametrisierte Abfragen',
    );
  });
});

describe('the reasons of suggestions', () => {
  const secretly = [
    'process API {dataClassification=confidential}',
    'store Shop',
    'API -> Shop: Orders {!encrypted}',
  ];

  beforeEach(async () => await speak('de'));
  afterEach(async () => await speak('en'));

  test('are sentences of the language, with its words for classifications and attributes', async () => {
    const because = found(await ruleSetIn('de'), [
      ...secretly,
      'store Ablage {#Object storage, dataClassification=personal}',
      'API -> Ablage: Files',
    ])
      .map((each) => each.because)
      .join('\n');
    expect(because).toContain('Daten der Klasse „Personenbezogen“');
    expect(because).toContain('hat das Attribut „Objektspeicher“');
  });
});
