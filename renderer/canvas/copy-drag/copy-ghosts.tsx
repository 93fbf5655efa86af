import { ViewportPortal } from '@xyflow/react';
import { useCopyInHand } from './copy-in-hand.ts';
import classes from './copy-ghosts.module.css';

/** The outlines of copies on their way; the originals stay in sight. */
export const CopyGhosts = () => {
  const { boxes } = useCopyInHand();
  if (boxes.length === 0) return null;
  return (
    <ViewportPortal>
      <svg aria-hidden className={classes.ghosts} data-copy-ghosts>
        {boxes.map((box, at) => (
          // They have no names, and keep their order for as long as they are dragged.
          // oxlint-disable-next-line react/no-array-index-key
          <rect {...box} className={classes.ghost} key={at} rx={6} />
        ))}
      </svg>
    </ViewportPortal>
  );
};
