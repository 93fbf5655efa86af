import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { elementColors } from '#shared/canvas/document.ts';
import { elementFills, elementLines } from '#shared/drawing/look.ts';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The plain colours of one of the two themes, by the name of their token. */
const themeAfter = (selector: string): Map<string, string> => {
  const block = css.split(`\n${selector} {`)[1]?.split('\n}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, hex]) => [
      name ?? '',
      hex ?? '',
    ]),
  );
};

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2.2, 1.4.3. */
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

test('pictures have the colours of the light theme', () => {
  const theme = themeAfter(':root');
  for (const color of elementColors) {
    expect(elementLines[color]).toBe(theme.get(`element-${color}`));
    expect(elementFills[color]).toBe(theme.get(`element-${color}-soft`));
  }
});

describe.each([
  { name: 'light', selector: ':root', dimmed: '#616b7a' },
  { name: 'dark', selector: ":root[data-mantine-color-scheme='dark']", dimmed: '#98a1af' },
])('elements coloured by hand, $name', ({ selector, dimmed }) => {
  const theme = themeAfter(selector);
  const token = (name: string): string => theme.get(name) ?? '#000000';

  test.each(elementColors)('%s: names and small print can be read on it', (color) => {
    const fill = token(`element-${color}-soft`);
    expect(contrast(token('node-text'), fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dimmed, fill)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(elementColors)('%s: the line is told apart from the canvas and the fill', (color) => {
    const line = token(`element-${color}`);
    expect(contrast(line, token('canvas'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(line, token(`element-${color}-soft`))).toBeGreaterThanOrEqual(4.5);
  });
});
