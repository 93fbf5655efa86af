import { expect, test } from 'vitest';
import { ruleSet } from './default-rules.ts';
import { dismissedKey } from './dismissed.ts';
import { ownRule, type OwnRule } from './own-rule.ts';
import { suggest } from './suggest.ts';
import { systemOf } from './system-of.ts';
import { readExample } from './testing/read-example.ts';
import { withOwnRules } from './with-own-rules.ts';

const rule = (changes: object = {}): OwnRule =>
  ownRule.parse({
    id: 'mainframe',
    title: 'Mainframe without logs',
    when: { all: [{ kind: 'process' }, { attribute: 'zOS Mainframe' }, { lacks: 'logged' }] },
    threat: {
      title: 'Operators change records unseen',
      priority: 'critical',
      categories: ['Repudiation'],
    },
    mitigations: [{ title: 'Send SMF records to the SIEM', controls: ['NIST 800-53 AU-6'] }],
    ...changes,
  });

const found = (lines: string[], rules: OwnRule[], { disabled = [''], dismissed = '' } = {}) => {
  const set = withOwnRules(ruleSet(), { rules, disabledRules: disabled });
  const drawn = readExample(lines);
  const nodes = drawn.nodes.map((node) => ({
    ...node,
    data: { ...node.data, [dismissedKey(dismissed)]: { reason: '', at: '2026-01-01T00:00:00Z' } },
  }));
  const canvases = [{ id: 'c', document: { ...drawn, nodes } }];
  return suggest(systemOf({ canvases, types: new Map(), threats: new Map() }, set.vocabulary), set);
};

const host = 'process Billing zOS mainframe';

test('an own rule suggests its threat and mitigations with a reason', () => {
  const [first] = found([host], [rule()]);
  expect(first).toMatchObject({
    rule: 'own-mainframe',
    priority: 'critical',
    threat: { title: 'Operators change records unseen', categories: ['Repudiation'] },
    mitigations: [{ title: 'Send SMF records to the SIEM', controls: ['NIST 800-53 AU-6'] }],
  });
  expect(first?.because).toMatch(/^Billing zOS mainframe .*log/i);
  expect(found([`${host} {logged}`], [rule()]).map((each) => each.rule)).not.toContain(
    'own-mainframe',
  );
});

test('a disabled rule suggests nothing, whether it is an own or a default one', () => {
  expect(found([host], [rule({ isEnabled: false })])).toEqual(found([host], []));
  const [one] = found([host], []);
  expect(one).toBeDefined();
  const left = found([host], [], { disabled: [one?.rule ?? ''] });
  expect(left.map((each) => each.rule)).not.toContain(one?.rule);
});

test('a threat with the title of a library threat is suggested once, and stays dismissed', () => {
  const [default_] = found([host], []);
  const own = rule({ threat: { title: default_?.threat.title.toUpperCase(), priority: 'low' } });
  const suggestions = found([host], [own, { ...own, id: 'again' }]);
  const same = suggestions.filter(({ threat }) => threat.id === default_?.threat.id);
  expect(same.map((each) => each.rule)).toEqual(['own-mainframe']);
  const keys = suggestions.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const left = found([host], [own], { dismissed: default_?.threat.id ?? '' });
  expect(left.map(({ threat }) => threat.id)).not.toContain(default_?.threat.id);
});
