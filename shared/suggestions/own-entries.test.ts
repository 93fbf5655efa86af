import { expect, test } from 'vitest';
import { libraryEntries } from '../library/library-entries.ts';
import { ruleSet } from './default-rules.ts';
import { withOwnEntries, type ListedEntry, type OwnCodex } from './own-entries.ts';
import { suggest } from './suggest.ts';
import { systemFor } from './testing/suggest-for.ts';

const defaults = libraryEntries();
const rules = ruleSet();
const listed = (kind: 'threats' | 'mitigations'): ListedEntry[] =>
  defaults.flatMap(({ kind: each, entry: { title, description, priority } }) =>
    each === kind ? [{ title, description, priority: kind === 'threats' ? priority : null }] : [],
  );
const system = systemFor([
  'process API',
  'store Shop database {#SQL database}',
  'API -> Shop database: Queries',
]);
const codexWith = (entries: Partial<OwnCodex> = {}): OwnCodex => ({
  attributes: [],
  threats: [],
  mitigations: [],
  ...entries,
});
const found = (entries: Partial<OwnCodex> = {}) =>
  suggest(system, withOwnEntries(rules, codexWith(entries), defaults));

test('the default library and an empty one change nothing', () => {
  const codex = codexWith({ threats: listed('threats'), mitigations: listed('mitigations') });
  expect(withOwnEntries(rules, codex, defaults)).toBe(rules);
  expect(withOwnEntries(rules, codexWith(), defaults)).toBe(rules);
});

test('an entry with the same title gives its own description and priority', () => {
  const [first] = found();
  const { title } = first?.threat ?? { title: '' };
  const mitigation = first?.mitigations[0]?.title ?? '';
  const entry = {
    title: ` ${title.toUpperCase()}`,
    description: ' In our words ',
    priority: 'low',
  };
  const ownMitigation = { title: mitigation, description: 'As we do it', priority: null };
  const suggestions = found({ threats: [entry], mitigations: [ownMitigation] });
  const again = suggestions.find(({ key }) => key === first?.key);
  expect(again).toMatchObject({
    threat: { title, description: 'In our words' },
    priority: 'low',
    mitigations: expect.arrayContaining([
      expect.objectContaining({ title: mitigation, description: 'As we do it' }),
    ]),
  });
  const plain = found();
  expect(suggestions.map(({ key }) => key).toSorted()).toEqual(
    plain.map(({ key }) => key).toSorted(),
  );
});

test('an own entry without a description keeps that of the default library', () => {
  const [first] = found();
  const entry = { title: first?.threat.title ?? '', description: '', priority: 'critical' };
  const again = found({ threats: [entry] }).find(({ key }) => key === first?.key);
  expect(again?.threat.description).toBe(first?.threat.description);
  expect(again?.priority).toBe('critical');
});
