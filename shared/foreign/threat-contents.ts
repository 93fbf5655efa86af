import type { MitigationContent, ThreatContent } from '../otm/content.ts';
import { defined, unlessEmpty, type Fields } from '../otm/fields.ts';
import { readAttributes } from '../otm/vocabulary/attributes.ts';
import { categoryOfWord } from './category-of-word.ts';
import type { ForeignMitigation, ForeignThreat } from './foreign-model.ts';
import { nameOf, paragraphs } from './plain-text.ts';

export type ThreatIds = { threat: (id: string) => string; mitigation: (id: string) => string };

/** Returns the threats of one component with their mitigations. */
export const threatContents = (
  threats: readonly ForeignThreat[],
  ids: ThreatIds,
): ThreatContent[] => threats.map((threat) => threatContent(threat, ids));

const threatContent = (threat: ForeignThreat, ids: ThreatIds): ThreatContent => {
  const { categories = [], references = [], mitigations = [], status, priority } = threat;
  const { name, rest } = nameOf(threat.title);
  return {
    id: ids.threat(threat.id ?? 'threat'),
    title: name,
    description: paragraphs(threat.description, rest),
    priority,
    status,
    ...readAttributes('threat', {}),
    mitigations: mitigations.map((mitigation) => mitigationContent(mitigation, ids)),
    comments: [],
    ...(categories.length > 0 && { categories: listOf(categories.map(categoryOfWord)) }),
    ...(references.length > 0 && { references: listOf(references) }),
    kept: rawIn({ attributes: threat.attributes && unlessEmpty(defined(threat.attributes)) }),
  };
};

const mitigationContent = (mitigation: ForeignMitigation, ids: ThreatIds): MitigationContent => {
  const { name, rest } = nameOf(mitigation.title);
  return {
    id: ids.mitigation(mitigation.id ?? 'mitigation'),
    title: name,
    definition: paragraphs(mitigation.text, rest),
    ...readAttributes('mitigation', {}),
    status: mitigation.status,
    kept: rawIn({ attributes: mitigation.attributes && unlessEmpty(mitigation.attributes) }),
  };
};

/** Returns each word once, without line breaks. */
const listOf = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => nameOf(word).name).filter((word) => word !== '')),
];

const rawIn = (raw: Fields): Fields => {
  const known = unlessEmpty(defined(raw));
  return known ? { raw: known } : {};
};
