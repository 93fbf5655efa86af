import i18next, { dir } from 'i18next';
import { speak } from '#shared/locales/texts.ts';

/** Sets the language by its BCP 47 tag. An empty tag sets the language of the system. */
export const speakInWindow = async (tag: string): Promise<void> => {
  await speak(tag || navigator.language);
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  document.documentElement.dir = dir(i18next.resolvedLanguage);
};
