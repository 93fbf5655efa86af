import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { noOpenThreats } from '#shared/canvas/open-threats.ts';
import { maxScale, plainImage } from '#shared/drawing/image-options.ts';
import { makeImage } from './image.ts';

const chunk = (png: Buffer, type: string): Buffer[] => {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === type)
      found.push(png.subarray(at + 8, at + 8 + length));
  }
  return found;
};

const sizeOf = (png: Uint8Array): number[] => {
  const [header] = chunk(Buffer.from(png), 'IHDR');
  return [header?.readUInt32BE(0) ?? 0, header?.readUInt32BE(4) ?? 0];
};

/**
 * Counts the bytes of the image data that are neither 0 nor 255, as a measure of the drawn content. A
 * blank image has no such bytes.
 */
const inkIn = (png: Uint8Array): number => {
  const rows = inflateSync(Buffer.concat(chunk(Buffer.from(png), 'IDAT')));
  return rows.filter((byte) => byte !== 0 && byte !== 255).length;
};

const named = (label: string, x = 0) => ({
  id: `${label}${x}`,
  type: 'processNode',
  position: { x, y: 0 },
  data: { label },
});
const imageOfDocument = (document: CanvasDocument, options = plainImage) =>
  makeImage({ document, title: 'Sample', threats: noOpenThreats, options });
const imageOf = (...labels: string[]) =>
  imageOfDocument({ nodes: labels.map((label, index) => named(label, index * 200)), edges: [] });

test('an image is twice as large as the drawing on the screen', async () => {
  expect(sizeOf(await imageOf('Web shop'))).toEqual([(150 + 49) * 2, (64 + 49) * 2]);
});

test('an empty canvas gives an image too', async () => {
  expect(sizeOf(await imageOfDocument({ nodes: [], edges: [] }))).toEqual([960, 360]);
});

test('the image of a large drawing stays within the limits of viewers', async () => {
  const [width = 0, height = 0] = sizeOf(
    await imageOfDocument({ nodes: [named('left'), named('right', 1_000_000)], edges: [] }),
  );
  expect(width).toBe(8192);
  expect(height).toBeGreaterThan(0);
  const scale = maxScale({ width: 20_000, height: 20_000 });
  expect((20_000 * scale) ** 2).toBeLessThanOrEqual(40_000_001);
});

test('names in every script are drawn', async () => {
  const nothing = inkIn(await imageOf('.'));
  for (const label of [
    'Web',
    'Ελλ',
    'Жук',
    'שלום',
    'عربي',
    'हिन्दी',
    'ไทย',
    '中文',
    '한국어',
    '🔒',
  ]) {
    expect(inkIn(await imageOf(label))).toBeGreaterThan(nothing + 200);
  }
});

test('the same drawing gives the same image', async () => {
  const [one, other] = [await imageOf('Web shop'), await imageOf('Web shop')];
  expect(Buffer.compare(one, other)).toBe(0);
});
