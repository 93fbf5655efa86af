import {
  canvasColors,
  elementColors,
  elementColorTable,
  severityColors,
  type ThemeColor,
} from '#shared/canvas/canvas-colors.ts';
import {
  componentKindNames,
  elementKindNames,
  elementKinds,
} from '#shared/canvas/element-kinds.ts';

const named = (prefix: string, of: Record<string, ThemeColor>): [string, ThemeColor][] =>
  Object.entries(of).map(([part, color]) => [`${prefix}-${part}`, color]);

/**
 * The colors of canvases, elements, and priorities as CSS variables. They come from `shared/canvas`,
 * because exported images have the same colors. All other colors are in tokens.css.
 */
const colors: readonly (readonly [name: string, color: ThemeColor])[] = [
  ...Object.entries(canvasColors),
  ...elementKindNames.flatMap((kind) => named(kind, elementKinds[kind].colors)),
  ...elementColors.flatMap((color) => named(`element-${color}`, elementColorTable[color])),
  ...Object.entries(severityColors).flatMap(
    ([severity, { strong, soft }]): [string, ThemeColor][] => [
      [`severity-${severity}`, strong],
      [`severity-${severity}-soft`, soft],
    ],
  ),
];

type Theme = 'light' | 'dark' | 'forced';

/** Returns a color in CSS notation, with its opacity as the fourth byte. */
const valueIn = (theme: Theme, { opacity, ...color }: ThemeColor): string => {
  if (theme === 'forced' || !opacity) return color[theme];
  return (
    color[theme] +
    Math.round(opacity[theme] * 255)
      .toString(16)
      .padStart(2, '0')
  );
};

const rule = (selector: string, values: readonly (readonly [string, string])[]): string =>
  `${selector} {${values.map(([name, value]) => `--${name}: ${value};`).join('')}}`;

const themeRule = (selector: string, theme: Theme): string =>
  rule(
    selector,
    colors.map(([name, color]) => [name, valueIn(theme, color)]),
  );

const dark = ":root[data-mantine-color-scheme='dark']";

export const canvasTokens: string = [
  themeRule(':root', 'light'),
  themeRule(dark, 'dark'),
  `@media (forced-colors: active) {${themeRule(`:root, ${dark}`, 'forced')}}`,
  // The colors that a person can give an element. An element without such a color has the color of its
  // kind.
  ...elementColors.map((color) =>
    rule(`[data-color='${color}']`, [
      ['element-line', `var(--element-${color}-line)`],
      ['element-fill', `var(--element-${color}-fill)`],
    ]),
  ),
  ...componentKindNames.map((kind) => {
    const { outline } = elementKinds[kind];
    return rule(`[data-kind='${kind}']`, [
      ['kind-line', `var(--${kind}-line)`],
      ['kind-fill', `var(--${kind}-fill)`],
      ['kind-outline', `${outline.width}px`],
      ['kind-sides', `${outline.hasSides ? outline.width : 0}px`],
      ['kind-radius', `${outline.radius}px`],
    ]);
  }),
].join('\n');

/**
 * Adds the variables to the page as a style sheet object, because the content security policy allows no
 * style element.
 */
export const adoptCanvasTokens = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(canvasTokens);
  document.adoptedStyleSheets.push(sheet);
};
