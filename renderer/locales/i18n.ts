import i18next, { dir } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { speak } from '#shared/locales/texts.ts';

/** Speaks a language by its BCP 47 tag. Empty: the language of the system. */
export const speakInWindow = async (tag: string): Promise<void> => {
  await speak(tag || navigator.language);
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  document.documentElement.dir = dir(i18next.resolvedLanguage);
};

/** Provides React with the texts in the person's language. */
export const startTexts = async (tag: string): Promise<void> => {
  initReactI18next.init(i18next);
  await speakInWindow(tag);
};
