import { useEffect, useState } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import type { Drawing } from '#shared/drawing/draw-canvas.ts';
import { pictureOf } from './drawn-part.ts';
import classes from './canvas-difference.module.css';

type Props = { drawing: Drawing; part: Box; area: Box; scale: number };

type Picture = { url: string; part: Box };

/**
 * The part of a drawing around what is seen, as an image, in which no style and no script of the
 * page has a say. The last one stays until the next is decoded, so that nothing flickers.
 */
export const ComparedPicture = ({ drawing, part, area, scale }: Props) => {
  const [picture, setPicture] = useState<Picture | null>(null);

  useEffect(() => {
    let isWanted = true;
    const svg = new Blob([pictureOf(drawing, part, scale)], { type: 'image/svg+xml' });
    const url = URL.createObjectURL(svg);
    const image = new Image();
    image.src = url;
    const show = (): void => {
      if (isWanted) setPicture({ url, part });
    };
    image.decode().then(show, show);
    return () => {
      isWanted = false;
      URL.revokeObjectURL(url);
    };
  }, [drawing, part, scale]);

  if (!picture) return null;
  const { x, y, width, height } = picture.part;
  return (
    <img
      alt=""
      className={classes.picture}
      draggable={false}
      src={picture.url}
      style={{
        left: (x - area.x) * scale,
        top: (y - area.y) * scale,
        width: width * scale,
        height: height * scale,
      }}
    />
  );
};
