import type { Priority } from '../api/enumerations.ts';

const words: Record<Priority, readonly string[]> = {
  low: [
    'low',
    'minor',
    'minimal',
    'negligible',
    'info',
    'informational',
    'very low',
    'none',
    'insignificant',
    'niedrig',
  ],
  medium: ['medium', 'moderate', 'normal', 'mittel', 'tbd'],
  high: ['high', 'major', 'important', 'hoch'],
  critical: ['critical', 'very high', 'severe', 'extreme', 'catastrophic', 'urgent', 'kritisch'],
};

/** Returns the priority that a word of another tool means. An unknown word means medium. */
export const priorityOfWord = (word: string): Priority => {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const known = (['low', 'high', 'critical'] as const).find((each) => words[each].includes(plain));
  return known ?? 'medium';
};
