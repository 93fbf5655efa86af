import type { Style } from './text-width.ts';

/** What XML 1.0 has no place for, not even escaped: control characters, surrogates on their own. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in an element or an attribute, on one line. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll(/[ \t\n\r]+/gu, ' ')
    .replaceAll(/[&<>"]/gu, (character) => escapes[character] ?? '');

/** One decimal place, never an exponent and never minus nothing. */
export const px = (value: number): string => String(Math.round(value * 10) / 10 + 0);

type Attributes = Record<string, string | number | undefined>;

export const element = (name: string, attributes: Attributes, content?: string): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : value}"`)
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
};

/** A piece of a line as it is set: in order from left to right, its width in pixels if known. */
type SetRun = { text: string; family: string; width: number };

/**
 * How the text of a line is set; no runs, and it is left out. The default leaves it to the renderer
 * to find a font for each character and to order what runs from right to left. Renderers differ in
 * that, so one may bring runs that have one font and one direction each.
 */
export type SetText = (text: string, style: Style) => SetRun[];

const family = 'Noto Sans';

export const plainText: SetText = (text) => [{ text, family, width: 0 }];

type TextPlace = { x: number; y: number; anchor?: 'middle' | 'end'; colour: string };

/** `y` is the base line. */
export const textLine = (
  text: string,
  { x, y, anchor, colour }: TextPlace,
  style: Style,
  setText: SetText,
): string => {
  const runs = setText(text, style);
  const [first] = runs;
  if (first && runs.length === 1) return textElement(first, { x, y, anchor, colour }, style);
  const whole = runs.reduce((sum, { width }) => sum + width, 0);
  let left = x - (anchor === 'middle' ? whole / 2 : anchor === 'end' ? whole : 0);
  return runs
    .map((run) => {
      const place = { x: left, y, anchor: undefined, colour };
      left += run.width;
      return textElement(run, place, style);
    })
    .join('');
};

const textElement = (
  run: SetRun,
  { x, y, anchor, colour }: Omit<TextPlace, 'anchor'> & { anchor: TextPlace['anchor'] | undefined },
  { size, isBold }: Style,
): string => {
  if (run.text.trim() === '') return '';
  const look = {
    fill: colour,
    'font-family': run.family,
    'font-size': size,
    'font-weight': isBold ? 'bold' : undefined,
    'text-anchor': anchor,
  };
  return element('text', { x, y, ...look }, escapeXml(run.text));
};
