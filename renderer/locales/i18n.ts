import i18next, { dir, use as extend } from 'i18next';
import { initReactI18next } from 'react-i18next';
import app from './en/app.json';
import arrange from './en/arrange.json';
import canvas from './en/canvas.json';
import canvases from './en/canvases.json';
import clipboard from './en/clipboard.json';
import collections from './en/collections.json';
import commands from './en/commands.json';
import elements from './en/elements.json';
import errors from './en/errors.json';
import exports from './en/exports.json';
import flows from './en/flows.json';
import mitigations from './en/mitigations.json';
import settings from './en/settings.json';
import sync from './en/sync.json';
import threats from './en/threats.json';

/** English is the source: its keys are the type of all keys, and what another language lacks. */
const en = {
  app,
  arrange,
  canvas,
  canvases,
  clipboard,
  collections,
  commands,
  elements,
  errors,
  exports,
  flows,
  mitigations,
  settings,
  sync,
  threats,
};

/** One entry a language, by its BCP 47 tag. */
const languages = { en };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof en;
  }
}

export const startTexts = async (): Promise<void> => {
  await extend(initReactI18next).init({
    lng: navigator.language,
    fallbackLng: 'en',
    resources: languages,
    ns: Object.keys(en),
    defaultNS: 'app',
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  document.documentElement.dir = dir(i18next.resolvedLanguage);
};
