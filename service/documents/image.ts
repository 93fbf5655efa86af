import { readFile } from 'node:fs/promises';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { drawingOf, svgOf, type Drawing } from '#shared/drawing/draw-canvas.ts';
import { assetPath } from './assets.ts';
import { textFace } from './fonts/font-faces.ts';
import { facesIn } from './fonts/font-runs.ts';
import { loadMeasure } from './fonts/measure.ts';
import { setTextBy } from './fonts/set-text.ts';

type Size = { width: number; height: number };

const sharpness = 2;
/** What common viewers still open, and 160 MB while it is painted. */
const largest = { side: 8192, pixels: 40_000_000 };

/** Twice the size on the canvas, or as much of that as the limits allow. */
export const imageScale = ({ width, height }: Size): number =>
  Math.min(
    sharpness,
    largest.side / width,
    largest.side / height,
    Math.sqrt(largest.pixels / (width * height)),
  );

/**
 * In pixels of the picture: what is smaller cannot be read. Leaving it out keeps a drawing of 20,000
 * nodes at two seconds; with its texts it took thirty.
 */
const legible = 4.5;

const loadRenderer = async () => {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(readFile(assetPath('index_bg.wasm')));
  return Resvg;
};

/** A second of loading and compiling that only the first picture pays. */
let renderer: ReturnType<typeof loadRenderer> | undefined;

const fontsFor = async (svg: string): Promise<Uint8Array[]> => {
  const others = [...facesIn(svg)].filter((face) => face !== textFace);
  const files = [textFace, ...others].flatMap(({ regular, bold }) =>
    bold ? [regular, bold] : [regular],
  );
  return await Promise.all([...new Set(files)].map((file) => readFile(assetPath(file))));
};

/** A drawing as a PNG picture, `scale` pixels for one of the canvas. */
export const paintImage = async ({ pieces, box }: Drawing, scale: number): Promise<Uint8Array> => {
  const { width, height } = box;
  const svg = svgOf(pieces, box, setTextBy(await loadMeasure(), legible / scale));
  renderer ??= loadRenderer();
  const [Resvg, fontBuffers] = await Promise.all([renderer, fontsFor(svg)]);
  // By the longer side, for the shorter one may come out as less than a pixel.
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

/** A canvas as a PNG picture. */
export const makeImage = async (document: CanvasDocument): Promise<Uint8Array> => {
  const drawing = drawingOf(document);
  return await paintImage(drawing, imageScale(drawing.box));
};
