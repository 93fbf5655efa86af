import { titlesOf } from '../library/entry-names.ts';
import { libraryIn } from '../library/library-titles.ts';
import { loadLibrary, type Library } from '../library/load-library.ts';
import ai from '../library/rules/ai.json' with { type: 'json' };
import clients from '../library/rules/clients.json' with { type: 'json' };
import flows from '../library/rules/flows.json' with { type: 'json' };
import platforms from '../library/rules/platforms.json' with { type: 'json' };
import privacy from '../library/rules/privacy.json' with { type: 'json' };
import processes from '../library/rules/processes.json' with { type: 'json' };
import stores from '../library/rules/stores.json' with { type: 'json' };
import terms from '../library/rules/terms.json' with { type: 'json' };
import web from '../library/rules/web.json' with { type: 'json' };
import { checkedRuleFile, type Condition, type Rule } from './rule-schema.ts';
import type { RuleSet } from './suggest.ts';
import { vocabularyOf, type NamedAttribute, type Vocabulary } from './vocabulary.ts';

/** To add a file of rules, import it above and add it to this list. */
const files = [terms, web, ai, platforms, clients, flows, privacy, stores, processes];

let loaded: RuleSet | undefined;

/**
 * Returns the rules of the default library with everything that they refer to. Titles are in English.
 */
export const ruleSet = (): RuleSet => {
  loaded ??= load(loadLibrary());
  return loaded;
};

/**
 * Returns the rules of the default library with titles in a language. `tag` is the tag of the
 * language. Existing threats are recognized by their title in any language.
 */
export const ruleSetIn = async (tag: string): Promise<RuleSet> => load(await libraryIn(tag));

const load = ({ attributes, threats, mitigations }: Library): RuleSet => {
  const read = files.map((file) => checkedRuleFile.parse(file));
  const rules = read.flatMap((file) => file.rules);
  const named = new Map(read.flatMap((file) => Object.entries(file.terms ?? {})));
  return {
    rules,
    terms: named,
    threats: new Map(threats.map((threat) => [threat.id, threat])),
    mitigations: new Map(mitigations.map((each) => [each.id, each])),
    attributes,
    vocabulary: vocabularyFor({ attributes, rules, terms: named }),
  };
};

type Worded = {
  attributes: readonly NamedAttribute[];
  rules: readonly Rule[];
  terms: ReadonlyMap<string, Condition>;
};

/**
 * Returns a vocabulary that finds attributes by their titles in all languages, and the words that
 * rules use.
 */
export const vocabularyFor = ({ attributes, rules, terms: named }: Worded): Vocabulary =>
  vocabularyOf(
    attributes.map((each) => ({ ...each, aliases: [...titlesOf(each), ...each.aliases] })),
    [...rules.map(({ when }) => when), ...named.values()].flatMap(attributesNamed),
  );

/** Returns the names of all attributes in a condition and its inner conditions. */
export const attributesNamed = (condition: Condition): string[] => {
  if ('attribute' in condition) return [condition.attribute].flat();
  return Object.values(condition)
    .flat()
    .flatMap((value: unknown) => (isCondition(value) ? attributesNamed(value) : []));
};

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null;
