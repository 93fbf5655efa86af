import i18next from 'i18next';
import app from './en/app.json' with { type: 'json' };
import arrange from './en/arrange.json' with { type: 'json' };
import canvas from './en/canvas.json' with { type: 'json' };
import canvases from './en/canvases.json' with { type: 'json' };
import clipboard from './en/clipboard.json' with { type: 'json' };
import codex from './en/codex.json' with { type: 'json' };
import collections from './en/collections.json' with { type: 'json' };
import commands from './en/commands.json' with { type: 'json' };
import dialogs from './en/dialogs.json' with { type: 'json' };
import elements from './en/elements.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import exports from './en/exports.json' with { type: 'json' };
import finding from './en/finding.json' with { type: 'json' };
import flows from './en/flows.json' with { type: 'json' };
import help from './en/help.json' with { type: 'json' };
import imports from './en/imports.json' with { type: 'json' };
import mitigations from './en/mitigations.json' with { type: 'json' };
import overview from './en/overview.json' with { type: 'json' };
import people from './en/people.json' with { type: 'json' };
import register from './en/register.json' with { type: 'json' };
import report from './en/report.json' with { type: 'json' };
import rules from './en/rules.json' with { type: 'json' };
import security from './en/security.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import suggestions from './en/suggestions.json' with { type: 'json' };
import sync from './en/sync.json' with { type: 'json' };
import threats from './en/threats.json' with { type: 'json' };
import versions from './en/versions.json' with { type: 'json' };
import { closestLanguage, type LanguageTag } from './languages.ts';
import { pseudoLanguage, pseudoTexts } from './pseudo.ts';

/**
 * The type of all namespaces, which are named like their files. With `typeof`, the compiler notices
 * changes of the JSON files. `rootDirs` in `build/tsconfig.base.json` lets other projects find these
 * files.
 */
type English = {
  app: typeof app;
  arrange: typeof arrange;
  canvas: typeof canvas;
  canvases: typeof canvases;
  clipboard: typeof clipboard;
  codex: typeof codex;
  rules: typeof rules;
  collections: typeof collections;
  commands: typeof commands;
  dialogs: typeof dialogs;
  elements: typeof elements;
  errors: typeof errors;
  exports: typeof exports;
  finding: typeof finding;
  flows: typeof flows;
  help: typeof help;
  imports: typeof imports;
  mitigations: typeof mitigations;
  people: typeof people;
  overview: typeof overview;
  register: typeof register;
  report: typeof report;
  security: typeof security;
  settings: typeof settings;
  suggestions: typeof suggestions;
  sync: typeof sync;
  threats: typeof threats;
  versions: typeof versions;
};

/**
 * The English texts. The type of all keys is derived from them. A text that another language lacks is
 * shown in English.
 */
export const english: English = {
  app,
  arrange,
  canvas,
  canvases,
  clipboard,
  codex,
  rules,
  collections,
  commands,
  dialogs,
  elements,
  errors,
  exports,
  finding,
  flows,
  help,
  imports,
  mitigations,
  people,
  overview,
  register,
  report,
  security,
  settings,
  suggestions,
  sync,
  threats,
  versions,
};

export type Texts = { readonly [key: string]: string | Texts };
type Translation = () => Promise<{ default: { readonly [namespace: string]: Texts } }>;

/**
 * The other languages by BCP 47 tag. Each is one file, which is read when the app first uses the
 * language.
 */
const translations: Partial<Record<LanguageTag, Translation>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  'pt-BR': () => import('./pt-BR.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./zh-CN.json', { with: { type: 'json' } }),
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof english;
  }
}

// Every process has one language: English until `speak` sets another.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: english },
  defaultNS: 'app',
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** Returns the texts of a language. Texts that are not yet translated are missing. */
export const translationOf = async (
  tag: LanguageTag,
): Promise<{ readonly [namespace: string]: Texts }> => (await translations[tag]?.())?.default ?? {};

const textsIn = async (tag: LanguageTag | typeof pseudoLanguage) => {
  if (tag !== pseudoLanguage) return await translationOf(tag);
  return Object.fromEntries(
    Object.entries(english).map(([namespace, texts]) => [namespace, pseudoTexts(texts)]),
  );
};

/** Sets the language of this process to the supported language closest to a BCP 47 tag. */
export const speak = async (wanted: string): Promise<void> => {
  const tag = wanted === pseudoLanguage ? wanted : closestLanguage(wanted);
  for (const [namespace, texts] of Object.entries(await textsIn(tag))) {
    i18next.addResourceBundle(tag, namespace, texts);
  }
  await i18next.changeLanguage(tag);
};

/** Returns the language for `Intl`, so that dates and numbers match the texts. */
export const language = (): string => i18next.resolvedLanguage ?? 'en';

export { t } from 'i18next';
