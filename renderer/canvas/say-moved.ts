import i18next from 'i18next';
import { boxOf } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { announce } from './announcements.ts';
import { useCanvas } from './canvas-store.ts';
import { boundaryNameOf } from './spoken.ts';

const ns = 'elements' as const;

/** Says where elements are that keys have moved, or how large: what the eye sees of a drag. */
export const sayMoved = (ids: readonly string[], what: 'place' | 'size'): void => {
  const { document } = useCanvas.getState();
  const [id, ...more] = ids;
  const node = nodeById(document, id);
  if (!node) return;
  if (more.length > 0)
    return announce(i18next.t(`said.several.${what}`, { ns, count: ids.length }));
  const { x, y, width, height } = boxOf(document, node);
  const boundary = boundaryNameOf(document, node.id);
  const key = what === 'place' && boundary !== undefined ? 'placeIn' : what;
  announce(i18next.t(`said.${key}`, { ns, x, y, width, height, boundary }));
};
