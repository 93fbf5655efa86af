import { describe, expect, test } from 'vitest';
import {
  canvasColors,
  elementColors,
  elementColorTable,
  severityColors,
} from '#shared/canvas/canvas-colors.ts';
import { elementKindNames, elementKinds, isComponentKind } from '#shared/canvas/element-kinds.ts';
import { canvasTokens } from './canvas-tokens.ts';

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast ratio of two colors (WCAG 2.2, 1.4.3). */
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const text = canvasColors['node-text'][theme];
  const dimmed = canvasColors['node-dimmed'][theme];
  const canvas = canvasColors.canvas[theme];

  test.each(elementColors)('text on %s is readable', (color) => {
    const fill = elementColorTable[color].fill[theme];
    expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dimmed, fill)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(elementColors)('a line in %s is visible on the canvas and on its fill', (color) => {
    const { line, fill } = elementColorTable[color];
    expect(contrast(line[theme], canvas)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(line[theme], fill[theme])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.values(severityColors))('severities are readable', ({ strong, soft }) => {
    expect(contrast(strong[theme], soft[theme])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(strong[theme], canvas)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(elementKindNames.filter(isComponentKind))('text on a %s is readable', (kind) => {
    const fill = elementKinds[kind].colors.fill[theme];
    expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dimmed, fill)).toBeGreaterThanOrEqual(4.5);
  });
});

test('every theme has every color', () => {
  const rules = canvasTokens.split('\n').slice(0, 3);
  for (const rule of rules) {
    expect(rule).toContain('--node-line: ');
    expect(rule).toContain('--severity-low: ');
    expect(rule).toContain('--severity-low-soft: ');
    for (const kind of elementKindNames) expect(rule).toContain(`--${kind}-speck: `);
    for (const color of elementColors) expect(rule).toContain(`--element-${color}-fill: `);
  }
});

test('a partly transparent color keeps its opacity', () => {
  expect(canvasTokens).toContain('--boundary: #5562d00a;');
});
