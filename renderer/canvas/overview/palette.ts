import { lookNames, type LookName } from './looks.ts';

/** `fill` and `line` of a box that is large enough to have both, `speck` of one that is not. */
type Look = { fill: string; line: string; speck: string };

export type Palette = {
  looks: readonly Look[];
  canvas: string;
  text: string;
  dimmed: string;
  boundary: string;
  boundaryLine: string;
  selection: string;
  selectionSoft: string;
  font: string;
};

type Tokens = { fill: string; line: string; speck: string };

const threatTokens = (priority: string): Tokens => {
  const strong = `--severity-${priority}`;
  return { fill: `${strong}-soft`, line: strong, speck: strong };
};

const tokens: Partial<Record<LookName, Tokens>> = {
  process: { fill: '--node-process', line: '--node-line', speck: '--speck-process' },
  store: { fill: '--node-store', line: '--node-line', speck: '--speck-store' },
  entity: { fill: '--node-entity', line: '--node-line', speck: '--speck-entity' },
  note: { fill: '--node-note', line: '--node-note-line', speck: '--node-note-line' },
  other: { fill: '--node', line: '--node-line', speck: '--speck-other' },
  boundary: { fill: '--boundary-far', line: '--boundary-line', speck: '--boundary-line' },
  flow: { fill: '--flow', line: '--flow', speck: '--flow' },
  low: threatTokens('low'),
  medium: threatTokens('medium'),
  high: threatTokens('high'),
  critical: threatTokens('critical'),
};

const colorTokens = (color: string): Tokens => ({
  fill: `--element-${color}-soft`,
  line: `--element-${color}`,
  speck: `--element-${color}`,
});

/** A canvas element knows nothing of CSS: the tokens as they are now, light, dark or forced. */
export const paletteOf = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const valueOf = (token: string): string => style.getPropertyValue(token).trim();
  return {
    looks: lookNames.map((name) => {
      const { fill, line, speck } = tokens[name] ?? colorTokens(name);
      return { fill: valueOf(fill), line: valueOf(line), speck: valueOf(speck) };
    }),
    canvas: valueOf('--canvas'),
    text: valueOf('--node-text'),
    dimmed: valueOf('--text-dimmed'),
    boundary: valueOf('--boundary-far'),
    boundaryLine: valueOf('--boundary-line'),
    selection: valueOf('--selection'),
    selectionSoft: valueOf('--selection-soft'),
    font: style.fontFamily,
  };
};
