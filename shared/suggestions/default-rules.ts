import { loadLibrary } from '../library/load-library.ts';
import ai from '../library/rules/ai.json' with { type: 'json' };
import clients from '../library/rules/clients.json' with { type: 'json' };
import flows from '../library/rules/flows.json' with { type: 'json' };
import platforms from '../library/rules/platforms.json' with { type: 'json' };
import privacy from '../library/rules/privacy.json' with { type: 'json' };
import processes from '../library/rules/processes.json' with { type: 'json' };
import stores from '../library/rules/stores.json' with { type: 'json' };
import terms from '../library/rules/terms.json' with { type: 'json' };
import web from '../library/rules/web.json' with { type: 'json' };
import { checkedRuleFile, type Condition } from './rule-schema.ts';
import type { RuleSet } from './suggest.ts';
import { vocabularyOf } from './vocabulary.ts';

/** To add a file of rules, import it above and name it here. */
const files = [terms, web, ai, platforms, clients, flows, privacy, stores, processes];

let loaded: RuleSet | undefined;

/** Returns the rules of the default library with everything they refer to. */
export const ruleSet = (): RuleSet => {
  loaded ??= load();
  return loaded;
};

const load = (): RuleSet => {
  const read = files.map((file) => checkedRuleFile.parse(file));
  const library = loadLibrary();
  const rules = read.flatMap((file) => file.rules);
  const named = new Map(read.flatMap((file) => Object.entries(file.terms ?? {})));
  const conditions = [...rules.map(({ when }) => when), ...named.values()];
  return {
    rules,
    terms: named,
    threats: new Map(library.threats.map((threat) => [threat.id, threat])),
    mitigations: new Map(library.mitigations.map((each) => [each.id, each])),
    vocabulary: vocabularyOf(library.attributes, conditions.flatMap(attributesNamed)),
  };
};

/** Returns the names of attributes anywhere in a condition. */
export const attributesNamed = (condition: Condition): string[] => {
  if ('attribute' in condition) return [condition.attribute].flat();
  return Object.values(condition)
    .flat()
    .flatMap((value: unknown) => (isCondition(value) ? attributesNamed(value) : []));
};

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null;
