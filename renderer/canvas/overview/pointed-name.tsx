import { useStore } from '@xyflow/react';
import { boxOf } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { ThreatBadge } from '../threat-badge.tsx';
import { useThreats } from '../use-threats.ts';
import { usePointed } from './use-pointed.ts';
import classes from './overview.module.css';

const beside = 14;

/** What the element under the pointer is called: from so far it cannot be read off the picture. */
export const PointedName = () => {
  const { id, at } = usePointed();
  const left = useStore((store) => store.domNode?.getBoundingClientRect().left ?? 0);
  const top = useStore((store) => store.domNode?.getBoundingClientRect().top ?? 0);
  const data = useCanvas(({ document }) =>
    id === null ? undefined : (nodeById(document, id) ?? edgeById(document, id))?.data,
  );
  const threats = useThreats(data?.componentId);
  if (!data?.label && threats.count === 0) return null;
  const [x, y] = [at.x - left + beside, at.y - top + beside];
  return (
    <div
      aria-hidden
      className={classes.name}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
    >
      <span className={classes.label} dir="auto">
        {data?.label}
      </span>
      <ThreatBadge threats={threats} />
    </div>
  );
};

/** Around it, as a part of the page: painting 20,000 elements for each that is passed is too slow. */
export const PointedOutline = () => {
  const id = usePointed((pointed) => pointed.id);
  const [x, y, zoom] = useStore((store) => store.transform);
  const document = useCanvas((state) => state.document);
  const node = nodeById(document, id ?? undefined);
  if (!node) return null;
  const box = boxOf(document, node);
  const style = {
    width: box.width * zoom,
    height: box.height * zoom,
    transform: `translate(${box.x * zoom + x}px, ${box.y * zoom + y}px)`,
  };
  return <div className={classes.outline} style={style} />;
};
