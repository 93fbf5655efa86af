import { readFile } from 'node:fs/promises';
import { svgOf, type Drawing } from '#shared/drawing/draw-canvas.ts';
import { maxScale } from '#shared/drawing/image-options.ts';
import { drawingOfPicture, type Picture } from '#shared/drawing/picture.ts';
import { assetPath } from './assets.ts';
import { textFace } from './fonts/font-faces.ts';
import { facesIn } from './fonts/font-runs.ts';
import { loadMeasure } from './fonts/measure.ts';
import { setTextBy } from './fonts/set-text.ts';

/**
 * The smallest legible font size, in pixels of the image. Smaller text is omitted, so that 20,000 nodes
 * are drawn in 2 seconds instead of 30.
 */
const legible = 4.5;

const loadRenderer = async () => {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(readFile(assetPath('index_bg.wasm')));
  return Resvg;
};

/**
 * The renderer, which is loaded for the first image only, because loading and compiling take a second.
 */
let renderer: ReturnType<typeof loadRenderer> | undefined;

const fontsFor = async (svg: string): Promise<Uint8Array[]> => {
  const others = [...facesIn(svg)].filter((face) => face !== textFace);
  const files = [textFace, ...others].flatMap(({ regular, bold }) =>
    bold ? [regular, bold] : [regular],
  );
  return await Promise.all([...new Set(files)].map((file) => readFile(assetPath(file))));
};

/** Returns a diagram as a PNG with `scale` pixels for each canvas pixel. */
export const paintImage = async (
  { pieces, box }: Drawing,
  scale: number,
  background = true,
): Promise<Uint8Array> => {
  const { width, height } = box;
  const svg = svgOf(pieces, box, setTextBy(await loadMeasure(), legible / scale), background);
  renderer ??= loadRenderer();
  const [Resvg, fontBuffers] = await Promise.all([renderer, fontsFor(svg)]);
  // Scales by the longer side, because the shorter one may become less than a pixel.
  const picture = new Resvg(svg, {
    font: { fontBuffers, defaultFontFamily: textFace.family, sansSerifFamily: textFace.family },
    fitTo:
      width >= height
        ? { mode: 'width', value: Math.max(1, Math.floor(width * scale)) }
        : { mode: 'height', value: Math.max(1, Math.floor(height * scale)) },
  });
  const rendered = picture.render();
  try {
    return rendered.asPng();
  } finally {
    rendered.free();
    picture.free();
  }
};

/** Returns a canvas as a PNG. If the limits do not allow the requested scale, the scale is smaller. */
export const makeImage = async (picture: Picture): Promise<Uint8Array> => {
  const drawing = drawingOfPicture(picture);
  const { scale, background } = picture.options;
  return await paintImage(drawing, Math.min(scale, maxScale(drawing.box)), background);
};
