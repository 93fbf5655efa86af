import type { Condition, Protection } from '../../suggestions/rule-schema.ts';
import { joined } from './joined-conditions.ts';
import { parseFilter, type Filter } from './parse-filter.ts';

/**
 * A function that returns the names by which a rule finds the elements of a stencil. The list is empty
 * for an unknown stencil.
 */
export type NamesOf = (stencil: string) => readonly string[];

/**
 * `when` is null if the filter cannot be read or no rule can express it. `isPartial` is true if
 * conditions of the filter were left out.
 */
export type TranslatedFilter = { when: Condition | null; isPartial: boolean };

/**
 * Translates the filters by which the Microsoft Threat Modeling Tool generates a threat for a flow. A
 * property that Parapet lacks counts as not set. Conditions on it are left out if the other conditions
 * still make a rule, and the result is then partial.
 */
export const translateFilter = (
  include: string,
  exclude: string,
  namesOf: NamesOf,
): TranslatedFilter => {
  const nothing = { when: null, isPartial: false };
  const included = parseFilter(include);
  const excluded = parseFilter(exclude);
  if (!included) return nothing;
  const translator = new Translator(namesOf);
  const wanted = translator.translated(included, false);
  if (wanted === 'always' || wanted === 'unknown') return nothing;
  if (!excluded && exclude.trim() !== '') translator.isPartial = true;
  const other = excluded ? translator.translated(excluded, true) : 'always';
  if (other === 'unknown') translator.isPartial = true;
  const parts = [{ kind: 'flow' } satisfies Condition, wanted, other].filter(isCondition);
  return { when: joined('all', parts), isPartial: translator.isPartial };
};

type Translated = Condition | 'always' | 'unknown';
type Comparison = Extract<Filter, { subject: string }>;

const isCondition = (each: Translated): each is Condition => typeof each === 'object';

const negatedIf = (isNegated: boolean, condition: Condition): Condition =>
  isNegated ? { not: condition } : condition;

/** The kinds of the generic types, from which all other stencils derive. */
const kinds: readonly [RegExp, 'process' | 'store' | 'entity' | 'flow'][] = [
  [/^GE\.P$/i, 'process'],
  [/^GE\.DS$/i, 'store'],
  [/^GE\.EI$/i, 'entity'],
  [/^GE\.DF$/i, 'flow'],
];
const anyBoundary = /^GE\.TB(?:\.[BL])?$/i;

/** The properties of the tool's own template that mean a protection in Parapet. */
const protections: ReadonlyMap<string, Protection> = new Map([
  ['flow.providesconfidentiality', 'encrypted'],
  ['flow.providesintegrity', 'encrypted'],
  ['flow.authenticatessource', 'authenticated'],
  ['flow.authenticatesdestination', 'authenticated'],
]);
const holdsCredentials = /\.storescredentials$/;

const meaningOf = (value: string): 'yes' | 'no' | 'unset' | 'other' => {
  const plain = value.toLowerCase();
  if (plain === 'yes' || plain === 'true') return 'yes';
  if (plain === 'no' || plain === 'false') return 'no';
  return plain === '' || plain === 'select' || plain === 'not selected' ? 'unset' : 'other';
};

/**
 * Translates filters to conditions. Negations are moved inwards to the comparisons, because a rule
 * must not contain `not` around `lacks`.
 */
class Translator {
  readonly #namesOf: NamesOf;
  isPartial = false;

  constructor(namesOf: NamesOf) {
    this.#namesOf = namesOf;
  }

  translated(filter: Filter, isNegated: boolean): Translated {
    if ('not' in filter) return this.translated(filter.not, !isNegated);
    if ('subject' in filter) return this.#compared(filter, isNegated);
    const inner = 'all' in filter ? filter.all : filter.any;
    const parts = inner.map((each) => this.translated(each, isNegated));
    return 'all' in filter === isNegated ? this.#anyOf(parts) : allOf(parts);
  }

  #anyOf(parts: readonly Translated[]): Translated {
    if (parts.includes('always')) return 'always';
    const known = parts.filter(isCondition);
    if (known.length === 0) return 'unknown';
    if (known.length < parts.length) this.isPartial = true;
    return joined('any', known);
  }

  #compared(comparison: Comparison, isNegated: boolean): Translated {
    const { subject, property, verb, value } = comparison;
    if (verb === 'crosses') return this.#crossed(value, isNegated);
    const end = subject === 'source' || subject === 'target' ? subject : null;
    if (end === null && subject !== 'flow') return 'unknown';
    const found =
      property === null
        ? this.#typed(value, isNegated)
        : this.#valued(`${subject}.${property.toLowerCase()}`, value, isNegated);
    if (end === null || !isCondition(found)) return found;
    return end === 'source' ? { source: found } : { target: found };
  }

  #typed(stencil: string, isNegated: boolean): Translated {
    const kind = kinds.find(([generic]) => generic.test(stencil))?.[1];
    if (kind) return negatedIf(isNegated, { kind });
    const names = this.#namesOf(stencil);
    return names.length === 0
      ? this.#unsaid(isNegated)
      : negatedIf(isNegated, { attribute: [...names] });
  }

  /**
   * Translates `crosses`. A flow crosses a boundary if exactly one end of the flow is inside the
   * boundary.
   */
  #crossed(stencil: string, isNegated: boolean): Translated {
    if (anyBoundary.test(stencil)) return negatedIf(isNegated, { crosses: 'any' });
    const names = this.#namesOf(stencil);
    if (names.length === 0) return this.#unsaid(isNegated);
    const inside: Condition = { inside: { attribute: [...names] } };
    const outside: Condition = { not: inside };
    return negatedIf(isNegated, {
      any: [
        { all: [{ source: inside }, { target: outside }] },
        { all: [{ source: outside }, { target: inside }] },
      ],
    });
  }

  #valued(property: string, value: string, isNegated: boolean): Translated {
    const meaning = meaningOf(value);
    const protection = protections.get(property);
    if (protection && meaning !== 'other') {
      if (meaning === 'yes') return isNegated ? { lacks: protection } : this.#unsaid(false);
      const known = meaning === 'no' ? 'said' : 'unknown';
      return isNegated ? this.#unsaid(true) : { lacks: protection, known };
    }
    if (holdsCredentials.test(property) && meaning !== 'other') {
      return negatedIf((meaning === 'yes') === isNegated, { has: 'holdsCredentials' });
    }
    return this.#unsaid(isNegated !== (meaning === 'unset'));
  }

  /**
   * Translates a comparison that no rule can express. Its property counts as not set, so the comparison
   * is always true if it is true for a property that is not set (`isMet`).
   */
  #unsaid(isMet: boolean): Translated {
    this.isPartial = true;
    return isMet ? 'always' : 'unknown';
  }
}

const allOf = (parts: readonly Translated[]): Translated => {
  if (parts.includes('unknown')) return 'unknown';
  const known = parts.filter(isCondition);
  return known.length === 0 ? 'always' : joined('all', known);
};
