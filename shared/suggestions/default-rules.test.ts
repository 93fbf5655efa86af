import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleSet } from './default-rules.ts';
import { matcherOf } from './match-condition.ts';
import { ruleFile, type Condition, type Rule } from './rule-schema.ts';
import { systemFor, suggestFor } from './testing/suggest-for.ts';

const folder = join(import.meta.dirname, '../library/rules');
const files = readdirSync(folder);
const rules = ruleSet().rules.map((rule): [string, Rule] => [rule.id, rule]);

test.each(files)('%s is a valid file of rules', (file) => {
  const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  expect(ruleFile.safeParse(content).error).toBeUndefined();
});

test('every file of rules is loaded', () => {
  const count = files
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { rules: unknown[] })
    .reduce((sum, file) => sum + file.rules.length, 0);
  expect(rules).toHaveLength(count);
});

test('every ID is used once, and every reference exists', () => {
  const { threats, mitigations, terms } = ruleSet();
  const ids = new Set(rules.map(([id]) => id));
  expect(ids.size).toBe(rules.length);
  const lost = rules.flatMap(([id, { threat, supersedes = [], when }]) => [
    ...(threats.has(threat) ? [] : [`${id}: ${threat}`]),
    ...supersedes.filter((other) => !ids.has(other)).map((other) => `${id}: ${other}`),
    ...termsIn(when)
      .filter((term) => !terms.has(term))
      .map((term) => `${id}: ${term}`),
  ]);
  for (const [name, term] of terms) {
    lost.push(
      ...termsIn(term)
        .filter((each) => !terms.has(each))
        .map((each) => `${name}: ${each}`),
    );
  }
  expect(lost).toEqual([]);
  for (const threat of threats.values()) {
    expect(threat.mitigations.filter((each) => !mitigations.has(each))).toEqual([]);
  }
});

test.each(rules)(
  '%s suggests its threat for its example, with a reason',
  (id, { fires, threat }) => {
    const found = suggestFor(fires).find(({ rule }) => rule === id);
    expect(found?.threat.id, `${id} suggests ${threat}`).toBe(threat);
    expect(found?.because).toContain(found?.element.name);
    expect(found?.because).not.toContain('{');
  },
);

test.each(rules)('%s is silent for its other example', (_, { silent, when }) => {
  const { terms, vocabulary } = ruleSet();
  const matches = matcherOf(when, {
    terms,
    keysOf: vocabulary.keysOf,
    isBlind: false,
    matchers: new Map(),
  });
  expect(systemFor(silent).parts.filter((part) => matches(part) !== null)).toEqual([]);
});

test('no condition requires a protection, and none is under "not"', () => {
  // A rule must not require a protection. Otherwise, adding the protection to a drawing would add a
  // threat.
  const asking = [...rules.map(([, { when }]) => when), ...ruleSet().terms.values()].filter(
    (condition) => negatesProtection(condition, false),
  );
  expect(asking).toEqual([]);
});

const inner = (condition: Condition): Condition[] =>
  Object.values(condition)
    .flat()
    .filter((value: unknown): value is Condition => typeof value === 'object' && value !== null);

const termsIn = (condition: Condition): string[] =>
  'term' in condition ? [condition.term] : inner(condition).flatMap(termsIn);

const negatesProtection = (condition: Condition, isNegated: boolean): boolean => {
  if ('lacks' in condition) return isNegated;
  const term = 'term' in condition ? ruleSet().terms.get(condition.term) : undefined;
  const under = isNegated !== 'not' in condition;
  return [...inner(condition), ...(term ? [term] : [])].some((each) =>
    negatesProtection(each, under),
  );
};
