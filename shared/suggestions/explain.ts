import { classificationText } from '../canvas/security-properties.ts';
import { language, t } from '../locales/texts.ts';
import type { Part } from './drawn-system.ts';
import type { Reason } from './reason.ts';

/** i18next leaves the place of each value in a text. */
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
 * Returns a function that writes sentences in the language of the process. Texts are looked up once,
 * because a large model has a hundred thousand sentences.
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

/** English has the word in its sentence, other languages quote it as the screen shows it. */
const dataText = (data: string): string => (language() === 'en' ? data : classificationText(data));

/** A condition and a part of it may give the same reason, one of them with more words. */
const withoutRepeats = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter(
    (text) => !texts.some((other) => other !== text && other.startsWith(text)),
  );

/** The ends of a flow are part of its own sentence. */
const isEnd = ({ key }: Reason): boolean => key === 'source' || key === 'target';

/** The reason of a rule that has no other condition. */
const kindOf = ({ kind }: Part): Reason => ({
  key: 'kind',
  values: { name: t(`suggestions:kind.${kind}`) },
});
