import { classificationText } from '../canvas/security-properties.ts';
import { language, t } from '../locales/texts.ts';
import type { Part } from './drawn-system.ts';
import type { Reason } from './reason.ts';

/**
 * Values for i18next that put each placeholder back into the text, so that `filled` can replace it
 * later.
 */
const placeholders = {
  attribute: '{attribute}',
  boundary: '{boundary}',
  boundaries: '{boundaries}',
  data: '{data}',
  flow: '{flow}',
  level: '{level}',
  more: '{more}',
  name: '{name}',
  protocol: '{protocol}',
};

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

export type Explain = (part: Part, reasons: readonly Reason[], template?: string) => string;

/**
 * Returns a function that writes the sentence of a suggestion in the current language. Each text is
 * looked up only once, because a large model can have a hundred thousand sentences.
 */
export const explanations = (): Explain => {
  const texts = new Map<string, string>();
  const textOf = (key: Reason['key']): string => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = t(`suggestions:reason.${key}`, placeholders);
    texts.set(key, text);
    return text;
  };
  const list = new Intl.ListFormat(language(), { type: 'conjunction' });
  const sentence = t('suggestions:because', { element: '{element}', reasons: '{reasons}' });

  const written = ({ key, values, more = [] }: Reason): string => {
    const inner = more.filter((reason) => !isEnd(reason)).map(written);
    const { data } = values;
    const text = filled(textOf(key), {
      ...values,
      ...(data !== undefined && { data: dataText(data) }),
      more: inner.join(', '),
    });
    return key === 'other' || inner.length === 0 ? text : `${text} (${inner.join(', ')})`;
  };

  return (part, reasons, template = sentence) =>
    filled(template, {
      element: part.name,
      reasons: list.format(
        withoutRepeats((reasons.length > 0 ? reasons : [kindOf(part)]).map(written)),
      ),
      source: part.flow?.source.name ?? '',
      target: part.flow?.target.name ?? '',
      boundaries: part.flow?.route.join(' → ') ?? '',
    });
};

/**
 * Returns a data classification for a sentence. An English sentence contains the word itself. In other
 * languages, the sentence quotes the text that the screen shows.
 */
const dataText = (data: string): string => (language() === 'en' ? data : classificationText(data));

/** Removes repeated reasons, and reasons that are the beginning of a longer reason. */
const withoutRepeats = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter(
    (text) => !texts.some((other) => other !== text && other.startsWith(text)),
  );

/**
 * Tells if a reason is about an end of a flow. Such a reason is left out, because the text about a
 * flow names both ends anyway.
 */
const isEnd = ({ key }: Reason): boolean => key === 'source' || key === 'target';

/** Returns the kind of a part as a reason, for a rule whose conditions give no other reason. */
const kindOf = ({ kind }: Part): Reason => ({
  key: 'kind',
  values: { name: t(`suggestions:kind.${kind}`) },
});
