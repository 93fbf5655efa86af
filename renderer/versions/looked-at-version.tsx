import { useMemo } from 'react';
import { CanvasDifference } from '../canvas/compare/canvas-difference.tsx';
import { RestoreButton } from './restore-button.tsx';
import type { ShownVersion } from './shown-version.ts';
import classes from './compare-view.module.css';

type Props = { canvasId: string; version: ShownVersion };

const selectNothing = (): void => undefined;

/** One version by itself. */
export const LookedAtVersion = ({ canvasId, version }: Props) => {
  const { name, document } = version;
  const sides = useMemo(
    () => [
      {
        id: 'one',
        title: name,
        document,
        marks: [],
        action: <RestoreButton canvasId={canvasId} version={version} />,
      },
    ],
    [canvasId, document, name, version],
  );
  return (
    <div className={classes.work} data-single>
      <CanvasDifference onSelect={selectNothing} selected={null} sides={sides} />
    </div>
  );
};
