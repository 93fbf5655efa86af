import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-wasm';
import { expect, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { noOpenThreats } from '#shared/canvas/open-threats.ts';
import { plainImage } from '#shared/drawing/image-options.ts';
import { svgPicture, type Picture } from '#shared/drawing/picture.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import { assetPath } from './assets.ts';
import { makeImage } from './image.ts';
import { figuresOf } from './report/figures.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['shared/sample', 'shared/otm/fixtures', '../shared/fixtures/otm'];

/**
 * The canvases of the project's own example files, and those of the files in a folder beside this
 * checkout, if that folder exists.
 */
const documents = folders
  .map((folder) => join(root, folder))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => /\.(otm|json|ya?ml)$/.test(path) && !path.endsWith('otm_schema.json'))
  .flatMap((path) => {
    const reading = readOtm(readFileSync(path));
    return reading.ok ? reading.models : [];
  })
  .flatMap(({ content }) => content.canvases.map(({ data }) => data))
  .filter(({ nodes }) => nodes.length > 0);

const pictureOf = (document: CanvasDocument): Picture => ({
  document,
  title: '',
  threats: noOpenThreats,
  options: { ...plainImage, scale: 1 },
});

/**
 * Returns the shapes and texts of an SVG image without its background, in the order in which they are
 * drawn.
 */
const drawnIn = (svg: string): string[] =>
  (svg.match(/<(?:rect|path|circle|text)\b[^>]*>[^<]*/g) ?? []).slice(1);

test('a report shows the drawing of the SVG export', async () => {
  expect(documents.length).toBeGreaterThan(3);
  for (const document of documents) {
    const { figures } = await figuresOf(document, noOpenThreats, 'diagram');
    const [whole] = figures;
    const figure = drawnIn(new TextDecoder().decode(whole?.content));
    const image = drawnIn(svgPicture(pictureOf(document)));
    expect(figure.slice(0, image.length)).toEqual(image);
  }
});

test('a PNG shows the drawing of the SVG export', async () => {
  const fonts = ['NotoSans_400Regular.ttf', 'NotoSans_600SemiBold.ttf'] as const;
  const fontBuffers = await Promise.all(fonts.map((name) => readFile(assetPath(name))));
  const [document] = documents;
  if (!document) throw new Error('No document');
  const png = await makeImage(pictureOf(document));
  const picture = new Resvg(svgPicture(pictureOf(document)), {
    font: { fontBuffers, defaultFontFamily: 'Noto Sans', sansSerifFamily: 'Noto Sans' },
  });
  expect(Buffer.compare(picture.render().asPng(), png)).toBe(0);
});
