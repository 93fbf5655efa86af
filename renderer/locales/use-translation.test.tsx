import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { speak } from '#shared/locales/texts.ts';
import { TranslationsProvider, useTranslation } from './use-translation.tsx';

const rendered = (component: ReactNode): string =>
  renderToStaticMarkup(<TranslationsProvider>{component}</TranslationsProvider>);

const Texts = () => {
  const { t, language } = useTranslation(['threats', 'register']);
  return `${language}: ${useTranslation().t('close')}, ${t('untitled')}, ${t('register:title')}`;
};

afterEach(async () => await speak('en'));

it('gives the texts of the default namespace, of another one, and by prefix', () => {
  expect(rendered(<Texts />)).toBe('en: Close, Untitled, Threat register');
});

it('follows the language', async () => {
  await speak('de');
  expect(rendered(<Texts />)).toBe('de: Schließen, Ohne Titel, Bedrohungsregister');
});

it('gives each text with its own values', () => {
  const Counts = () => {
    const { t } = useTranslation('threats');
    return [1, 2].map((count) => t('summary.components', { count })).join(', ');
  };
  expect(rendered(<Counts />)).toBe('1 component, 2 components');
});

it('gives all components the same function, so that effects and memos with it stay', () => {
  const seen = new Set<unknown>();
  const Component = () => {
    seen.add(useTranslation('threats').t);
    seen.add(useTranslation(['threats', 'register']).t);
    return null;
  };
  rendered([<Component key="one" />, <Component key="other" />]);
  expect(seen.size).toBe(1);
});
