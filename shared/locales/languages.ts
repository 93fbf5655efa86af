/**
 * The languages of the app by BCP 47 tag. Each name is in its own language, whatever language the app
 * uses.
 */
export const languageNames = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  'pt-BR': 'Português (Brasil)',
  'zh-CN': '简体中文',
} as const;

export type LanguageTag = keyof typeof languageNames;

const isLanguageTag = (tag: string): tag is LanguageTag => Object.hasOwn(languageNames, tag);

/**
 * Returns the supported language that is closest to a BCP 47 tag: German for `de-AT`, and English for a
 * language that is not supported, such as traditional Chinese.
 */
export const closestLanguage = (wanted: string): LanguageTag => {
  if (isLanguageTag(wanted)) return wanted;
  // `maximize` takes 10 ms at the start, and only languages with several scripts or regions need it.
  const [first = ''] = wanted.split('-');
  if (isLanguageTag(first)) return first;
  const { language, script } = likely(wanted);
  if (language === 'zh') return script === 'Hans' ? 'zh-CN' : 'en';
  if (language === 'pt') return 'pt-BR';
  return isLanguageTag(language) ? language : 'en';
};

const likely = (tag: string): { language: string; script: string | undefined } => {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return { language, script };
  } catch {
    // The system may give a locale that is not a BCP 47 tag, such as `C.UTF-8`. Then the app uses
    // English.
    return { language: 'en', script: undefined };
  }
};
