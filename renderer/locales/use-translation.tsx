import i18next, { type FlatNamespace, type TFunction } from 'i18next';
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';

type Namespaces = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]];
type Translation<Of extends Namespaces> = { t: TFunction<Of>; language: string };

/** The texts in one language. `known` caches one object for each namespace. */
type Translations = { language: string; known: Map<string, { t: Translate; language: string }> };

const translationsIn = (language: string): Translations => ({ language, known: new Map() });

/** The same function with a type that the compiler can check quickly. i18next's type has all keys. */
type Translate = (key: unknown, ...values: unknown[]) => string;

/**
 * Remembers the texts that have no values in them. i18next takes 16 µs for a text, and an edit of a
 * drawing reads hundreds of texts again.
 */
const remembering = (translate: Translate): Translate => {
  const texts = new Map<unknown, string>();
  return (key, ...values) => {
    if (values.length > 0) return translate(key, ...values);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = translate(key);
    texts.set(key, text);
    return text;
  };
};

const add = ({ language, known }: Translations, namespace: FlatNamespace) => {
  const translate: unknown = i18next.getFixedT(language, namespace);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- See `Translate`.
  const translation = { t: remembering(translate as Translate), language };
  known.set(namespace, translation);
  return translation;
};

const firstOf = (namespaces: Namespaces = 'app'): FlatNamespace =>
  typeof namespaces === 'string' ? namespaces : namespaces[0];

const TranslationsContext = createContext(translationsIn('en'));

const subscribe = (notify: () => void): (() => void) => {
  i18next.on('languageChanged', notify);
  return () => i18next.off('languageChanged', notify);
};

const spoken = (): string => i18next.language;

/**
 * Provides the texts in the current language. When the language changes, all components that use texts
 * are rendered again.
 */
export const TranslationsProvider = ({ children }: { children: ReactNode }) => {
  const language = useSyncExternalStore(subscribe, spoken, spoken);
  const translations = useMemo(() => translationsIn(language), [language]);
  return <TranslationsContext value={translations}>{children}</TranslationsContext>;
};

/**
 * Returns the texts of a namespace, in English if there is no provider. Keys of further namespaces have
 * a prefix: `t('register:title')`. This hook only reads a context and a map, because nearly every
 * component calls it. The hook of react-i18next would make a proxy and two subscriptions for each
 * component.
 */
export const useTranslation = <const Of extends Namespaces = 'app'>(
  ...[namespaces]: 'app' extends Of ? [Of?] : [Of]
): Translation<Of> => {
  const translations = useContext(TranslationsContext);
  const namespace = firstOf(namespaces);
  const translation: unknown = translations.known.get(namespace) ?? add(translations, namespace);
  // The map has one type for the texts of all namespaces, so the type of this namespace is asserted.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return translation as Translation<Of>;
};
