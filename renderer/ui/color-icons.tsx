import { Square } from 'lucide-react';
import type { ElementColor } from '#shared/canvas/document.ts';

const iconOf = (color: ElementColor) => {
  const ColorIcon = () => (
    <Square color="var(--element-line)" data-color={color} fill="var(--element-fill)" />
  );
  return ColorIcon;
};

/** A square of each colour, for the commands that give it. */
export const colorIcons = {
  red: iconOf('red'),
  orange: iconOf('orange'),
  yellow: iconOf('yellow'),
  green: iconOf('green'),
  blue: iconOf('blue'),
  purple: iconOf('purple'),
  grey: iconOf('grey'),
} as const satisfies Record<ElementColor, () => unknown>;
