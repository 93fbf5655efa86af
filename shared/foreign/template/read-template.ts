import { extensionsAtMost } from '../../api/codex-extensions.ts';
import { entriesAtOnce, type KindedEntry } from '../../codex/codex-entry.ts';
import type { CodexFile } from '../../codex/codex-file.ts';
import { t } from '../../locales/texts.ts';
import type { OtmRefusal } from '../../otm/content.ts';
import { limits } from '../../otm/limits.ts';
import { decodeText } from '../../otm/syntax/decode-text.ts';
import { refused } from '../../otm/syntax/parsed.ts';
import { ownRule, type OwnMitigation, type OwnRule } from '../../suggestions/own-rule.ts';
import { categoryOfWord } from '../category-of-word.ts';
import { nameOf } from '../plain-text.ts';
import { priorityOfWord } from '../priority-of-word.ts';
import { textOfTm7 } from '../tm7/text.ts';
import { childNamed, childrenNamed, parseXml, textIn, type XmlElement } from '../xml.ts';
import { templateMitigations, type TemplateMitigation } from './mitigations.ts';
import { threatPropertiesIn } from './properties.ts';
import { templateStencils } from './stencils.ts';
import { translateFilter, type NamesOf } from './translate-filter.ts';

/**
 * A threat whose filter was not translated, or only in part (`isPartial`), and the text of the filter.
 */
export type Untranslated = { title: string; filter: string; isPartial: boolean };

export type Template = CodexFile & { untranslated: Untranslated[] };

type TemplateReading = { ok: true; template: Template } | { ok: false; refusal: OtmRefusal };

/**
 * Converts the threat types of a template of the Microsoft Threat Modeling Tool to entries and rules
 * of the codex. The file is a template (`.tb7`) or a model that contains one (`.tm7`). The call is
 * synchronous and slow for the largest files, so make it in a worker that can be terminated.
 */
export const readTemplate = (file: Uint8Array | string): TemplateReading => {
  if (file.length > limits.bytes) {
    return refused('$', t('imports:refused.size', { limit: limits.bytes / 2 ** 20 }));
  }
  const decoded = typeof file === 'string' ? { ok: true as const, text: file } : decodeText(file);
  const text = decoded.ok ? decoded.text.replace(/^\uFEFF/, '') : '';
  if (!/^\s*</.test(text.slice(0, 10_000))) {
    return refused('$', t('imports:refused.no-template'));
  }
  const parsed = parseXml(text);
  if (!parsed.ok) return parsed;
  const { root } = parsed;
  const knowledge = root.name === 'KnowledgeBase' ? root : childNamed(root, 'KnowledgeBase');
  const types = childrenNamed(childNamed(knowledge, 'ThreatTypes'), 'ThreatType');
  return knowledge && types.length > 0
    ? { ok: true, template: templateOf(knowledge, types) }
    : refused('$', t('imports:refused.no-template'));
};

type ThreatType = {
  id: string;
  title: string;
  description: string;
  priority: OwnRule['threat']['priority'];
  categories: string[];
  mitigations: TemplateMitigation[];
  include: string;
  exclude: string;
};

const templateOf = (knowledge: XmlElement, types: readonly XmlElement[]): Template => {
  const setting: Setting = {
    categories: categoriesOf(knowledge),
    priority: threatPropertiesIn(childNamed(knowledge, 'ThreatMetaData')).get('Priority')?.first,
  };
  const namesOf = templateStencils(knowledge);
  const threats = types.slice(0, extensionsAtMost.rules).map((type) => threatTypeOf(type, setting));
  const prefix = `tm7-${slugOf(nameOfTemplate(knowledge)) || 'template'}`;
  const untranslated = types
    .slice(extensionsAtMost.rules)
    .map((type) => leftOutOf(threatTypeOf(type, setting), false));
  const rules: OwnRule[] = [];
  const used = new Set<string>();
  for (const [at, threat] of threats.entries()) {
    const wanted = `${prefix}-${slugOf(threat.id) || at + 1}`;
    const id = used.has(wanted) ? `${wanted}-at-${at + 1}` : wanted;
    used.add(id);
    const { rule, isPartial } = ruleOf(threat, id, namesOf);
    rules.push(rule);
    if (isPartial || !rule.isEnabled) untranslated.push(leftOutOf(threat, rule.isEnabled));
  }
  return {
    entries: entriesOf(threats).slice(0, entriesAtOnce),
    extensions: { rules, frameworks: [], disabledRules: [] },
    untranslated,
  };
};

/** Returns the name of a template: an attribute in a template file, and an element in a model. */
const nameOfTemplate = (knowledge: XmlElement): string => {
  const manifest = childNamed(knowledge, 'Manifest');
  return manifest?.attributes.get('name') ?? textIn(manifest, 'Name');
};

const leftOutOf = ({ title, include, exclude }: ThreatType, isPartial: boolean): Untranslated => {
  const filter = [include, ...(exclude === '' ? [] : [`not (${exclude})`])].join(' and ');
  return { title, filter: filter.slice(0, 500), isPartial };
};

const slugOf = (text: string): string =>
  text
    .slice(0, 200)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 40)
    .replace(/-$/, '');

/** Returns the categories by ID. Those of STRIDE and LINDDUN have Parapet's names. */
const categoriesOf = (knowledge: XmlElement): ReadonlyMap<string, string> =>
  new Map(
    childrenNamed(childNamed(knowledge, 'ThreatCategories'), 'ThreatCategory').map((category) => [
      textIn(category, 'Id'),
      categoryOfWord(textIn(category, 'Name')),
    ]),
  );

const longestText = 20_000;

/**
 * The categories of a template by ID, and the priority of threat types that have none. In the tool,
 * this is the first priority that the template defines.
 */
type Setting = { categories: ReadonlyMap<string, string>; priority: string | undefined };

const threatTypeOf = (type: XmlElement, { categories, priority }: Setting): ThreatType => {
  const properties = threatPropertiesIn(type);
  const value = (name: string): string => properties.get(name)?.first ?? '';
  const filters = childNamed(type, 'GenerationFilters');
  const category = textIn(type, 'Category');
  const words = [categories.get(category) ?? category].map((word) => word.trim().slice(0, 200));
  const description = textIn(type, 'Description') || value('UserThreatDescription');
  return {
    id: textIn(type, 'Id'),
    title: nameOf(withEnds(textIn(type, 'ShortTitle'))).name || t('imports:foreign.unnamed'),
    description: withEnds(textOfTm7(description)).slice(0, longestText),
    priority: priorityOfWord(value('Priority') || (priority ?? '')),
    categories: words.filter((word) => word !== ''),
    mitigations: templateMitigations(value('PossibleMitigations')),
    include: lineOf(textIn(filters, 'Include')),
    exclude: lineOf(textIn(filters, 'Exclude')),
  };
};

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const ends: Record<string, string> = { source: 'source', target: 'target', flow: 'data flow' };

/**
 * Replaces placeholders such as `{source.Name}` with words such as “the source”, because a threat of
 * the codex has the same text for all elements.
 */
const withEnds = (text: string): string => {
  const plain = text.replaceAll(
    /(\b(?:the|an?) )?\{(source|target|flow)\.[^{}]{0,100}\}/gi,
    (...found) => {
      const end: unknown = found[2];
      return typeof end === 'string' ? `the ${ends[end.toLowerCase()]}` : '';
    },
  );
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
};

/**
 * Returns the rule for a threat type. If the filter of the threat type cannot be translated, the rule
 * is switched off, so that a person can complete it first.
 */
const ruleOf = (
  { title, description, priority, categories, mitigations, include, exclude }: ThreatType,
  id: string,
  namesOf: NamesOf,
): { rule: OwnRule; isPartial: boolean } => {
  const { when, isPartial } = translateFilter(include, exclude, namesOf);
  const rest = {
    id,
    title,
    threat: { title, description, priority, categories, references: [] },
    mitigations: mitigations.map(({ title: measure, text }): OwnMitigation => ({
      title: measure,
      description: text,
      controls: [],
    })),
  };
  const full = ownRule.safeParse({ ...rest, isEnabled: true, when });
  return full.success
    ? { rule: full.data, isPartial }
    : { rule: { ...rest, isEnabled: false, when: { kind: 'flow' } }, isPartial: false };
};

/**
 * Returns the entries for the threats and their mitigations. Repeated titles are left out, because the
 * codex identifies entries by their titles.
 */
const entriesOf = (threats: readonly ThreatType[]): KindedEntry[] => {
  const entries = new Map<string, KindedEntry>();
  const add = (each: KindedEntry): void => {
    const key = `${each.kind} ${each.entry.title.toLowerCase()}`;
    if (!entries.has(key)) entries.set(key, each);
  };
  const empty = { aliases: [], question: '', consideration: '', explanation: '', example: '' };
  for (const { title, description, priority } of threats) {
    const entry = { ...empty, title, description, priority, resources: [] };
    add({ kind: 'threats', entry });
  }
  for (const { title, text, urls } of threats.flatMap(({ mitigations }) => mitigations)) {
    const resources = urls.map((url) => ({ url, title: '' }));
    const entry = { ...empty, title, description: text, priority: 'medium' as const, resources };
    add({ kind: 'mitigations', entry });
  }
  return [...entries.values()];
};
