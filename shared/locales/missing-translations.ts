import { languageNames, type LanguageTag } from './languages.ts';
import { english, translationOf, type Texts } from './texts.ts';

/** Returns texts with their keys. A key begins with the namespace: `threats.status.open`. */
export const flatTexts = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatTexts(value, `${path}${key}.`),
  );

const source = flatTexts(english);
const englishTexts = new Map(source);
const plural = /^(.*)_(one|other)$/;

/**
 * Returns the keys that a language needs, each with its English text. Each map has the keys of all
 * plural forms of a text, or the only key of a text without plural forms.
 */
export const neededTexts = (tag: LanguageTag): ReadonlyMap<string, string>[] => {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  return source.flatMap(([key, text]) => {
    const [, stem, form] = plural.exec(key) ?? [];
    if (stem === undefined) return [new Map([[key, text]])];
    if (form === 'one') return [];
    const one = englishTexts.get(`${stem}_one`) ?? text;
    return [
      new Map(
        pluralCategories.map((category) => [
          `${stem}_${category}`,
          category === 'one' ? one : text,
        ]),
      ),
    ];
  });
};

export const otherLanguages: readonly LanguageTag[] = Object.keys(languageNames)
  .filter((tag): tag is LanguageTag => Object.hasOwn(languageNames, tag))
  .filter((tag) => tag !== 'en');

/** Returns the keys of texts that are shown in English, by the language that lacks them. */
export const missingTranslations = async (): Promise<Map<LanguageTag, string[]>> => {
  const found = await Promise.all(
    otherLanguages.map(async (tag) => {
      const translated = new Set(flatTexts(await translationOf(tag)).map(([key]) => key));
      const needed = neededTexts(tag).flatMap((group) => [...group.keys()]);
      return [tag, needed.filter((key) => !translated.has(key))] as const;
    }),
  );
  return new Map(found.filter(([, keys]) => keys.length > 0));
};
