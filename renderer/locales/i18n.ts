import i18next, { dir } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { speak } from '#shared/locales/texts.ts';

/** Provides React with the texts in the person's language. */
export const startTexts = async (): Promise<void> => {
  initReactI18next.init(i18next);
  await speak(navigator.language);
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  document.documentElement.dir = dir(i18next.resolvedLanguage);
};
