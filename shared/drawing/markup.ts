import type { Style } from './text-width.ts';

/** Matches characters that XML 1.0 forbids, even if escaped: control characters and lone surrogates. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns text escaped for an element or attribute, as one line. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll(/[ \t\n\r]+/gu, ' ')
    .replaceAll(/[&<>"]/gu, (character) => escapes[character] ?? '');

/** Returns a number as text with at most one decimal place, never with an exponent and never as -0. */
export const px = (value: number): string => String(Math.round(value * 10) / 10 + 0);

type Attributes = Record<string, string | number | undefined>;

export const element = (name: string, attributes: Attributes, content?: string): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : value}"`)
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
};

/**
 * A part of a line of text, written from left to right. `width` is in pixels, or 0 if it is unknown. If
 * `fits` is set, the renderer squeezes the text into this width, because the renderer's font may be
 * wider.
 */
type SetRun = { text: string; family: string; width: number; fits?: true };

/**
 * Splits a line of text into runs. If there are no runs, the text is left out. The default (`plainText`)
 * is one run for which the renderer chooses fonts and orders right-to-left text. Renderers do this
 * differently, so other functions return runs that each have one font and one direction.
 */
export type SetText = (text: string, style: Style) => SetRun[];

/**
 * The distance from the center of a text line down to its baseline, as a fraction of the font size.
 */
export const baseline = 0.36;

const family = 'Noto Sans';

export const plainText: SetText = (text) => [{ text, family, width: 0 }];

type TextPosition = { x: number; y: number; anchor?: 'middle' | 'end'; colour: string };

/** Returns a line of text as SVG. `y` is the position of the baseline. */
export const textLine = (
  text: string,
  { x, y, anchor, colour }: TextPosition,
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
      const position = { x: left, y, anchor: undefined, colour };
      left += run.width;
      return textElement(run, position, style);
    })
    .join('');
};

const textElement = (
  run: SetRun,
  {
    x,
    y,
    anchor,
    colour,
  }: Omit<TextPosition, 'anchor'> & { anchor: TextPosition['anchor'] | undefined },
  { size, isBold }: Style,
): string => {
  if (run.text.trim() === '') return '';
  const attributes = {
    fill: colour,
    'font-family': run.family,
    'font-size': size,
    'font-weight': isBold ? 'bold' : undefined,
    'text-anchor': anchor,
    textLength: run.fits && run.width,
    lengthAdjust: run.fits && 'spacingAndGlyphs',
  };
  return element('text', { x, y, ...attributes }, escapeXml(run.text));
};
