import { missingTranslations } from '#shared/locales/missing-translations.ts';
import type { Step } from './step.ts';

/** Returns a sentence about the texts that are only in English, or undefined if there are none. */
export function untranslated(missing: ReadonlyMap<string, readonly string[]>): string | undefined {
  if (missing.size === 0) return undefined;
  const counts = [...missing].map(([tag, keys]) => `${tag} ${keys.length}`).join(', ');
  const keys = [...new Set([...missing.values()].flat())];
  const named = keys.slice(0, 3).join(', ');
  return `Not translated yet (${counts}): ${named}${keys.length > 3 ? ', …' : ''}`;
}

/**
 * The step that reports missing translations. It never fails, because a contributor need not speak seven
 * languages. Only a release needs every text.
 */
export const translations: Step = {
  name: 'translations',
  run: async () => {
    const note = untranslated(await missingTranslations());
    return { passed: 0, failed: 0, skipped: 0, output: '', ...(note && { note }) };
  },
};
