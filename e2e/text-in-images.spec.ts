import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { drawCanvas } from '#shared/drawing/draw-canvas.ts';
import { readModelFile } from '#shared/foreign/read-model-file.ts';
import { root } from '../build/root.ts';
import { embedFonts } from '../service/documents/fonts/embed-fonts.ts';
import { expect, test } from './app.ts';
import { filesOfOtherTools, foreignOtmFiles, ownOtmFiles } from './files.ts';

const sample = join(root, 'shared/sample/web-shop.otm.yaml');

type Image = { name: string; svg: string };

/** Returns the SVG export of every canvas in a file. */
const imagesOf = async (path: string): Promise<Image[]> => {
  const reading = readModelFile(readFileSync(path), basename(path));
  if (!reading.ok) return [];
  const images: Image[] = [];
  for (const { content } of reading.models) {
    for (const [at, { data }] of content.canvases.entries()) {
      const svg = await embedFonts(drawCanvas(data).svg);
      images.push({ name: `${basename(path)}, canvas ${at + 1}`, svg });
    }
  }
  return images;
};

/**
 * Returns the texts that overlap another text, and the texts that are at least partly covered by a
 * filled shape that is drawn after them. Runs in the page of an SVG image. Ignores one pixel on each
 * side, because the box of a text includes room for accents.
 */
const hiddenTexts = async (): Promise<string[]> => {
  await document.fonts.ready;
  const missing = [...document.fonts].filter(({ status }) => status !== 'loaded');
  if (missing.length > 0) return missing.map(({ family }) => `the font ${family} did not load`);
  const edge = 1;
  const overlap = (one: DOMRect, other: DOMRect): boolean =>
    one.left + edge < other.right - edge &&
    other.left + edge < one.right - edge &&
    one.top + edge < other.bottom - edge &&
    other.top + edge < one.bottom - edge;
  const isFilled = (shape: Element): boolean => {
    const { fill, fillOpacity } = getComputedStyle(shape);
    return shape.matches('rect, path, circle') && fill !== 'none' && Number(fillOpacity) > 0.2;
  };
  const drawn = [...document.querySelectorAll('text, rect, path, circle')].map((element) => ({
    element,
    box: element.getBoundingClientRect(),
  }));
  return drawn.flatMap(({ element, box }, at) =>
    element.matches('text')
      ? drawn
          .slice(at + 1)
          .filter((later) => later.element.matches('text') || isFilled(later.element))
          .filter((later) => overlap(box, later.box))
          .map((later) => {
            const laterText = later.element.textContent || later.element.outerHTML;
            return `“${element.textContent}” and ${laterText}`;
          })
      : [],
  );
};

const findIn = async (application: ElectronApplication, path: string): Promise<string[]> =>
  await application.evaluate(
    async ({ BrowserWindow }, { file, script }) => {
      const window = new BrowserWindow({ show: false, webPreferences: { partition: 'images' } });
      await window.loadFile(file);
      const found: unknown = await window.webContents.executeJavaScript(script);
      window.destroy();
      return Array.isArray(found) ? found.map(String) : ['the image was not read'];
    },
    { file: path, script: `(${String(hiddenTexts)})()` },
  );

const overlapping =
  '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text y="20">One</text>' +
  '<text x="9" y="24">Two</text><rect width="30" height="30"/></svg>';

test('no text of an exported image hides another, and no shape hides a text', async ({
  untouched,
  profile,
}) => {
  const images = (
    await Promise.all(
      [sample, ...ownOtmFiles(), ...foreignOtmFiles(), ...filesOfOtherTools()].map(imagesOf),
    )
  ).flat();
  const path = join(profile, 'image.svg');
  writeFileSync(path, overlapping);
  expect(await findIn(untouched.application, path)).toHaveLength(3);
  const hidden: Record<string, string[]> = {};
  for (const { name, svg } of images) {
    writeFileSync(path, svg);
    const found = await findIn(untouched.application, path);
    if (found.length > 0) hidden[name] = found;
  }
  expect(images.length).toBeGreaterThan(10);
  expect(hidden).toEqual({});
});
