import { inflateSync } from 'node:zlib';

/** What a viewer would show of each page, in the order in which it was set. */
export type PdfPage = { text: string; width: number; height: number };

type Objects = Map<string, { head: string; stream: string }>;

const objectsOf = (bytes: Uint8Array): Objects => {
  const file = Buffer.from(bytes).toString('latin1');
  const objects: Objects = new Map();
  for (const [, id = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/gu)) {
    const at = body.indexOf('stream\n');
    if (at < 0) {
      objects.set(id, { head: body, stream: '' });
      continue;
    }
    const head = body.slice(0, at);
    const raw = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1');
    const isPlain = !head.includes('FlateDecode') || head.includes('/Image');
    objects.set(id, { head, stream: isPlain ? '' : inflateSync(raw).toString('latin1') });
  }
  return objects;
};

const reference = (text: string, key: string): string =>
  new RegExp(`/${key} (\\d+) 0 R`, 'u').exec(text)?.[1] ?? '';

const fromUtf16 = (hex: string): string => {
  const units = hex.match(/.{4}/gu) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
};

/** The texts of a font's glyphs, from the map that the file has for searching and copying. */
const glyphsOf = (map: string): Map<number, string> => {
  const glyphs = new Map<number, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[(.*?)\]/gu)) {
    const texts = [...list.matchAll(/<([\w ]*)>/gu)];
    for (const [index, [, hex = '']] of texts.entries()) {
      glyphs.set(Number.parseInt(first, 16) + index, fromUtf16(hex.replaceAll(' ', '')));
    }
  }
  return glyphs;
};

const shownIn = (content: string, fonts: Map<string, Map<number, string>>): string => {
  let glyphs: Map<number, string> | undefined;
  let text = '';
  for (const [whole, font] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[.*?\] TJ/gu)) {
    if (font !== undefined) {
      glyphs = fonts.get(font);
      continue;
    }
    const codes = [...whole.matchAll(/<(\w+)>/gu)].flatMap(([, hex]) => hex?.match(/.{4}/gu) ?? []);
    text += codes.map((code) => glyphs?.get(Number.parseInt(code, 16)) ?? '').join('');
  }
  return text;
};

/** Reads what the library writes, and no other PDF. */
export const readPdf = (bytes: Uint8Array): PdfPage[] => {
  const objects = objectsOf(bytes);
  const at = (id: string): string => objects.get(id)?.head ?? '';
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/u.test(head));
  return pages.map(({ head }) => {
    const fonts = new Map<string, Map<number, string>>();
    const resources = at(reference(head, 'Resources'));
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/gu)) {
      const map = objects.get(reference(at(id), 'ToUnicode'))?.stream ?? '';
      fonts.set(name, glyphsOf(map));
    }
    const content = objects.get(reference(head, 'Contents'))?.stream ?? '';
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/u.exec(head) ?? [];
    return { text: shownIn(content, fonts), width: Number(width), height: Number(height) };
  });
};
