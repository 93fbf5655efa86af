import type { Priority } from '../api/enumerations.ts';
import type { OwnMitigation } from './own-rule.ts';

/**
 * A threat of the library or the codex that a person can add, with everything that is added along with
 * it.
 */
export type ThreatTemplate = {
  title: string;
  description: string;
  priority: Priority;
  categories: string[];
  references: string[];
  mitigations: OwnMitigation[];
  /**
   * The ID of the codex entry from which the references are read when the threat is added. `null` for
   * a threat of the library, whose references are known.
   */
  entryId: string | null;
};

/**
 * Returns the threats whose title, categories, and references together contain all words of the query.
 * Threats with more of the words in the title come first.
 */
export const matchingTemplates = (
  templates: readonly ThreatTemplate[],
  query: string,
  maxCount: number,
): ThreatTemplate[] => {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = templates.flatMap((template) => {
    const title = template.title.toLowerCase();
    const more = [...template.categories, ...template.references].join(' ').toLowerCase();
    if (!words.every((word) => title.includes(word) || more.includes(word))) return [];
    const inTitle = words.filter((word) => title.includes(word)).length;
    const atStart = title.startsWith(words[0] ?? '') ? 1 : 0;
    return [{ template, rank: 2 * inTitle + atStart }];
  });
  return ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, maxCount)
    .map(({ template }) => template);
};
