import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
} from 'react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { paint } from '../overview/paint.ts';
import { paletteOf } from '../overview/palette.ts';
import { fitSheet } from '../overview/sheet.ts';
import { useDisplayChange } from '../overview/use-painting.ts';
import { noSelection } from '../state/selection.ts';
import { showsOnlyShapes, pictureOf } from './drawn-part.ts';
import classes from './canvas-difference.module.css';

type Props = { document: CanvasDocument; part: Box; area: Box; scale: number };

/**
 * The part of a canvas around the visible area. It is an image or, if it has too many elements, only
 * their shapes.
 */
export const ComparedPicture = (props: Props) =>
  showsOnlyShapes(props.document, props.part) ? <FarPicture {...props} /> : <Image {...props} />;

const boxStyle = ({ x, y, width, height }: Box, area: Box, scale: number): CSSProperties => ({
  left: (x - area.x) * scale,
  top: (y - area.y) * scale,
  width: width * scale,
  height: height * scale,
});

type DecodedImage = { url: string; part: Box };

/**
 * Shows a part of a canvas as an `<img>`, so that styles and scripts of the page do not affect it.
 * The previous image stays until the next one is decoded, to avoid flicker.
 */
const Image = ({ document, part, area, scale }: Props) => {
  const [decoded, setDecoded] = useState<DecodedImage | null>(null);

  useEffect(() => {
    let isWanted = true;
    const svg = new Blob([pictureOf(document, part)], { type: 'image/svg+xml' });
    const url = URL.createObjectURL(svg);
    const image = new globalThis.Image();
    image.src = url;
    const show = (): void => {
      if (isWanted) setDecoded({ url, part });
    };
    image.decode().then(show, show);
    return () => {
      isWanted = false;
      URL.revokeObjectURL(url);
    };
  }, [document, part]);

  if (!decoded) return null;
  return (
    <img
      alt=""
      className={classes.picture}
      data-drawn
      draggable={false}
      src={decoded.url}
      style={boxStyle(decoded.part, area, scale)}
    />
  );
};

const noMarks = { selection: noSelection, hovered: null, target: null, moving: null };

/** A part of a canvas seen from afar, painted like the overview of the canvas. */
const FarPicture = ({ document, part, area, scale }: Props) => {
  const sheet = useRef<HTMLCanvasElement>(null);
  const repaint = useCallback((): void => {
    const context = sheet.current?.getContext('2d');
    if (!context) return;
    const size = { width: part.width * scale, height: part.height * scale };
    const ratio = window.devicePixelRatio;
    fitSheet(context.canvas, size, ratio);
    const palette = paletteOf(context.canvas);
    const viewport = { x: -part.x * scale, y: -part.y * scale, zoom: scale };
    paint(
      { context, palette, viewport, size, ratio, isMap: false },
      { document, badges: null, marks: noMarks },
    );
  }, [document, part, scale]);
  useLayoutEffect(repaint, [repaint]);
  useDisplayChange(repaint);
  return (
    <canvas
      className={classes.sheetFar}
      data-drawn
      ref={sheet}
      style={boxStyle(part, area, scale)}
    />
  );
};
