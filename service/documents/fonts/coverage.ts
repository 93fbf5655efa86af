import { closeSync, openSync, readSync } from 'node:fs';

/** Tells if a font has a glyph for a code point. */
export type Coverage = (codePoint: number) => boolean;

type Range = { first: number; last: number };

/**
 * Returns the coverage of a TrueType font. Reads only its `cmap` table, which has some kilobytes,
 * because a Chinese font has ten megabytes. Supports the two formats that Unicode fonts use: segments
 * (4) and groups (12).
 *
 * @see https://learn.microsoft.com/typography/opentype/spec/cmap
 */
export const coverageOf = (path: string): Coverage => {
  const file = openSync(path, 'r');
  try {
    const ranges = rangesOf(tableOf(file, 'cmap')).toSorted(
      (one, other) => one.first - other.first,
    );
    return (codePoint) => holds(ranges, codePoint);
  } finally {
    closeSync(file);
  }
};

const bytes = (file: number, position: number, length: number): DataView => {
  const view = new DataView(new ArrayBuffer(length));
  readSync(file, view, 0, length, position);
  return view;
};

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

const tableOf = (file: number, tag: string): DataView => {
  const count = bytes(file, 0, 12).getUint16(4);
  const directory = bytes(file, 12, count * 16);
  for (let entry = 0; entry < count * 16; entry += 16) {
    if (tagAt(directory, entry) === tag) {
      return bytes(file, directory.getUint32(entry + 8), directory.getUint32(entry + 12));
    }
  }
  throw new Error(`A font without a ${tag} table`);
};

const rangesOf = (cmap: DataView): Range[] => {
  const count = cmap.getUint16(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.getUint32(8 + index * 8));
  const groups = offsets.find((offset) => cmap.getUint16(offset) === 12);
  if (groups !== undefined) return groupsAt(cmap, groups);
  const segments = offsets.find((offset) => cmap.getUint16(offset) === 4);
  if (segments !== undefined) return segmentsAt(cmap, segments);
  throw new Error('A font without a Unicode character map');
};

const groupsAt = (cmap: DataView, at: number): Range[] =>
  Array.from({ length: cmap.getUint32(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12;
    return { first: cmap.getUint32(group), last: cmap.getUint32(group + 4) };
  });

/**
 * Returns the characters that a table with segments (format 4) maps to glyphs. Checks each character of
 * a segment, because a segment can map some of its characters to "no glyph".
 */
const segmentsAt = (cmap: DataView, at: number): Range[] => {
  const twice = cmap.getUint16(at + 6);
  const ranges: Range[] = [];
  for (let index = 0; index < twice; index += 2) {
    const last = cmap.getUint16(at + 14 + index);
    const first = cmap.getUint16(at + 16 + twice + index);
    const delta = cmap.getUint16(at + 16 + 2 * twice + index);
    const pointer = at + 16 + 3 * twice + index;
    const offset = cmap.getUint16(pointer);
    for (let code = first; code <= Math.min(last, 0xfffe); code += 1) {
      const own = pointer + offset + (code - first) * 2;
      const glyph = offset === 0 || own + 1 >= cmap.byteLength ? code : cmap.getUint16(own);
      const isMapped = glyph !== 0 && ((glyph + delta) & 0xffff) !== 0;
      if (isMapped) ranges.push({ first: code, last: code });
    }
  }
  return ranges;
};

const holds = (ranges: readonly Range[], codePoint: number): boolean => {
  let [from, to] = [0, ranges.length - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    const range = ranges[middle];
    if (!range) return false;
    if (codePoint < range.first) to = middle - 1;
    else if (codePoint > range.last) from = middle + 1;
    else return true;
  }
  return false;
};
