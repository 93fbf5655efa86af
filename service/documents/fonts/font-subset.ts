import type { Font } from 'fontkit';

/** A table of a font file: its name of four letters and its bytes. */
type Table = { tag: string; bytes: Uint8Array };

/**
 * Returns a TrueType font with only the given characters, as a file that browsers accept. The library
 * makes subsets for PDF, which lack some tables that browsers need, so this function adds them.
 *
 * @see https://learn.microsoft.com/typography/opentype/spec/otff
 */
export const fontSubset = (font: Font, codePoints: Iterable<number>): Uint8Array => {
  const subset = font.createSubset();
  const glyphs: Mapped[] = [];
  for (const codePoint of codePoints) {
    const glyph = font.glyphForCodePoint(codePoint);
    // `includeGlyph` returns the index in the subset, although its type says that it returns a boolean.
    if (glyph.id !== 0) glyphs.push({ codePoint, glyph: Number(subset.includeGlyph(glyph)) });
  }
  const tables = tablesOf(subset.encode()).filter(({ tag }) => !added.has(tag));
  return written([
    ...tables,
    { tag: 'OS/2', bytes: appearanceOf(font) },
    { tag: 'cmap', bytes: characterMap(glyphs) },
    { tag: 'name', bytes: noNames },
    { tag: 'post', bytes: noGlyphNames },
  ]);
};

type Mapped = { codePoint: number; glyph: number };

const added = new Set(['OS/2', 'cmap', 'name', 'post']);

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const tablesOf = (file: Uint8Array): Table[] => {
  const view = viewOf(file);
  return Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = 12 + index * 16;
    const tag = String.fromCodePoint(...file.subarray(at, at + 4));
    const from = view.getUint32(at + 8);
    return { tag, bytes: file.subarray(from, from + view.getUint32(at + 12)) };
  });
};

/**
 * Returns the table `OS/2`, version 4, with the weight 400 and the heights of the font. All other values
 * are neutral.
 */
const appearanceOf = (font: Font): Uint8Array => {
  const bytes = new Uint8Array(96);
  const view = viewOf(bytes);
  view.setUint16(0, 4);
  view.setInt16(2, Math.round(font.unitsPerEm / 2));
  view.setUint16(4, 400);
  view.setUint16(6, 5);
  view.setUint16(62, regular);
  view.setUint16(64, 0x20);
  view.setUint16(66, 0xff_ff);
  view.setInt16(68, font.ascent);
  view.setInt16(70, font.descent);
  view.setInt16(72, font.lineGap);
  view.setUint16(74, Math.max(0, font.ascent));
  view.setUint16(76, Math.max(0, -font.descent));
  view.setInt16(86, font.xHeight);
  view.setInt16(88, font.capHeight);
  view.setUint16(92, 0x20);
  return bytes;
};

/** The bit of `fsSelection` for an upright font of normal weight. */
const regular = 0x40;

/** Returns the table `cmap`: one subtable of format 12, which can map all Unicode characters. */
const characterMap = (glyphs: readonly Mapped[]): Uint8Array => {
  const sorted = glyphs.toSorted((one, other) => one.codePoint - other.codePoint);
  const length = 16 + 12 * sorted.length;
  const bytes = new Uint8Array(12 + length);
  const view = viewOf(bytes);
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, length);
  view.setUint32(24, sorted.length);
  for (const [index, { codePoint, glyph }] of sorted.entries()) {
    const at = 28 + 12 * index;
    view.setUint32(at, codePoint);
    view.setUint32(at + 4, codePoint);
    view.setUint32(at + 8, glyph);
  }
  return bytes;
};

/** The table `name`, format 0, without records. */
const noNames = Uint8Array.of(0, 0, 0, 0, 0, 6);
/** The table `post`, version 3, in which glyphs have no names. */
const noGlyphNames = Uint8Array.of(0, 3, ...Array.from({ length: 30 }, () => 0));

const padded = (length: number): number => (length + 3) & ~3;

/** Writes a font file. The tables are sorted by name, as the format requires. */
const written = (tables: readonly Table[]): Uint8Array => {
  const sorted = tables.toSorted((one, other) => (one.tag < other.tag ? -1 : 1));
  const start = 12 + 16 * sorted.length;
  const size = sorted.reduce((sum, { bytes }) => sum + padded(bytes.length), start);
  const file = new Uint8Array(size);
  const view = viewOf(file);
  const power = Math.floor(Math.log2(sorted.length));
  view.setUint32(0, 0x00_01_00_00);
  view.setUint16(4, sorted.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (sorted.length - 2 ** power));
  let next = start;
  for (const [index, { tag, bytes }] of sorted.entries()) {
    const at = 12 + 16 * index;
    file.set(new TextEncoder().encode(tag), at);
    file.set(bytes, next);
    view.setUint32(at + 4, checksum(view, next, padded(bytes.length)));
    view.setUint32(at + 8, next);
    view.setUint32(at + 12, bytes.length);
    next += padded(bytes.length);
  }
  return file;
};

const checksum = (view: DataView, from: number, length: number): number => {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
};
