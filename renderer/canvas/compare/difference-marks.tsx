import { Minus, MoveUpRight, Pencil, Plus, type LucideIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import type { ElementMark } from './element-marks.ts';
import classes from './difference-marks.module.css';

export type DifferenceKind = CanvasDifference['kind'];

/** The kinds of difference. Each has a sign and a word besides its color. */
export const differenceKinds = {
  added: { icon: Plus, textKey: 'compare.added' },
  removed: { icon: Minus, textKey: 'compare.removed' },
  moved: { icon: MoveUpRight, textKey: 'compare.moved' },
  changed: { icon: Pencil, textKey: 'compare.changed' },
} as const satisfies Record<DifferenceKind, { icon: LucideIcon; textKey: string }>;

export const differenceKindList = ['added', 'removed', 'moved', 'changed'] as const;

/** The sign and word of a difference, in its color. */
export const DifferenceSign = ({ kind }: { kind: DifferenceKind }) => {
  const { t } = useTranslation('canvas');
  const { icon: Icon, textKey } = differenceKinds[kind];
  return (
    <span className={classes.sign} data-difference={kind}>
      <Icon aria-hidden size={12} strokeWidth={2.5} />
      {t(textKey)}
    </span>
  );
};

type DifferenceMarksProps = {
  marks: readonly ElementMark[];
  area: Box;
  /** The painted part of the area. Nothing outside of it is marked. */
  part: Box;
  scale: number;
  selected: string | null;
  onSelect: (key: string) => void;
};

/** Below this scale, words would cover the elements, so only the signs are shown. */
const wordsFrom = 0.7;

/**
 * With more differences than this, only the selected one has a sign, because signs would cover each
 * other and the canvas. All differences have outlines.
 */
const maxSigns = 250;

/** The distance between an element and its outline, in canvas pixels. */
const gap = 5;

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * Outlines and signs over the canvas. Screen readers skip them, because the list beside the canvas
 * says the same in words.
 */
export const DifferenceMarks = ({
  marks,
  area,
  part,
  scale,
  selected,
  onSelect,
}: DifferenceMarksProps) => {
  const drawn = marks.filter(({ geometry }) => touches(geometry.around, part));
  const signs = drawn.length <= maxSigns ? drawn : drawn.filter(({ key }) => key === selected);
  return (
    <div aria-hidden className={classes.marks} data-far={scale < wordsFrom || undefined}>
      <svg
        className={classes.outlines}
        style={{
          left: (part.x - area.x) * scale,
          top: (part.y - area.y) * scale,
          width: part.width * scale,
          height: part.height * scale,
        }}
        viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}
      >
        {differenceKindList.map((kind) => (
          <path
            className={classes.outline}
            d={outlineOf(drawn.filter((mark) => mark.kind === kind))}
            data-difference={kind}
            key={kind}
          />
        ))}
        {drawn
          .filter(({ key }) => key === selected)
          .map((mark) => (
            <path
              className={classes.outline}
              d={outlineOf([mark])}
              data-difference={mark.kind}
              data-selected
              key={mark.key}
            />
          ))}
      </svg>
      {signs.map((mark) => (
        <button
          className={classes.markSign}
          data-element={mark.element}
          data-difference={mark.kind}
          data-selected={mark.key === selected || undefined}
          key={mark.key}
          onClick={() => onSelect(mark.key)}
          style={signStyle(mark, area, scale)}
          tabIndex={-1}
          type="button"
        >
          <DifferenceSign kind={mark.kind} />
        </button>
      ))}
    </div>
  );
};

/**
 * Returns one path for all given marks, because thousands of SVG elements would take a second to
 * mount.
 */
const outlineOf = (marks: readonly ElementMark[]): string =>
  marks.map(({ geometry }) => geometry.path ?? rounded(geometry.box)).join('');

const rounded = ({ x, y, width, height }: Box): string =>
  [
    `M${x},${y - gap}h${width}a${gap},${gap} 0 0 1 ${gap},${gap}v${height}`,
    `a${gap},${gap} 0 0 1 ${-gap},${gap}h${-width}a${gap},${gap} 0 0 1 ${-gap},${-gap}`,
    `v${-height}a${gap},${gap} 0 0 1 ${gap},${-gap}z`,
  ].join('');

/** Places a sign on the upper right edge of a node, or above the middle of a flow. */
const signStyle = ({ geometry }: ElementMark, area: Box, scale: number): CSSProperties => {
  const { x, y, width } = geometry.box;
  const end = geometry.path === null ? width + gap : width / 2;
  return { left: (x + end - area.x) * scale, top: (y - gap - area.y) * scale };
};
